import { none } from './none.ts'
import { sandbox } from './sandbox.ts'

/** Every value of `CALL_PROVIDER`. A new provider is a new file and a line here. */
export const callProviders = { none, sandbox } as const
