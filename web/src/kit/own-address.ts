const app = /^\/(app|carrier|draft)(\/|$)/
const hidden = /%2f|%5c/i

/**
 * Normalises a path to redirect to; undefined if it is not a page of these areas, to prevent open redirects. `..` is
 * resolved before the check, as the browser does: `/app/..//evil.example` leads to another site.
 */
export function ownAddress(wished: unknown, origin: string, areas = app): string | undefined {
  if (typeof wished !== 'string' || !wished.startsWith('/') || wished.includes('\\')) return undefined
  if (!URL.canParse(wished, origin)) return undefined
  const url = new URL(wished, origin)
  const isOurs = url.origin === origin && areas.test(url.pathname) && !hidden.test(url.pathname)
  return isOurs ? url.pathname + url.search + url.hash : undefined
}
