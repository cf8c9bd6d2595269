import { strictPolicy } from '../answer-page.ts'

/** The search reads its index, and the tools call the API, on this server. */
export const docsPolicy = `${strictPolicy}; connect-src 'self'`
