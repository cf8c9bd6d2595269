const areas = /^\/(app|carrier|draft)(\/|$)/
const hidden = /%2f|%5c/i

/**
 * Where somebody asks to be led, when it is a page of ours, as a browser would write it; undefined when it is not.
 * Judged after `..` and the like are resolved, for that is where the browser goes: `/app/..//evil.example` is elsewhere.
 */
export function ownAddress(wished: unknown, origin: string): string | undefined {
  if (typeof wished !== 'string' || !wished.startsWith('/') || wished.includes('\\')) return undefined
  if (!URL.canParse(wished, origin)) return undefined
  const url = new URL(wished, origin)
  const isOurs = url.origin === origin && areas.test(url.pathname) && !hidden.test(url.pathname)
  return isOurs ? url.pathname + url.search + url.hash : undefined
}
