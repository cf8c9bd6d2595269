/** On every answer, those that Node writes before there is a request included. Pages and files replace what they need looser. */
export function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    // Browsers ignore it over http. Not for subdomains: they may be somebody else's.
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': `max-age=${aYearInSeconds}` }),
  }
}

/** For answers that are data: a browser that opens one as a page may run, load and frame nothing. */
export const dataPolicy = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }

const aYearInSeconds = 31_536_000
