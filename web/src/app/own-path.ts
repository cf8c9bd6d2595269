/** A picture of ours by its path: the page may have been opened under another name than the server calls itself. */
export function ownPath(url: string): string {
  const { pathname, search } = new URL(url, location.origin)
  return pathname + search
}
