/** Path of a photo's URL, without the origin: the page may be open under another host name than the server's own. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
