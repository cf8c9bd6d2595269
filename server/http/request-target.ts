/**
 * The target of a request as all of our code compares it: without scheme and host, which a client may send (RFC 9112,
 * 3.2.2), and with letters and digits that were percent-encoded for no reason as themselves (RFC 3986, 6.2.2.2). Otherwise
 * such a request reaches the route and misses what is chosen by its path: the counter of `/v1`, the headers of data.
 */
export function plainTarget(target: string): string {
  const path = target.startsWith('/') ? target : withoutOrigin(target)
  return path.includes('%') ? withoutNeedlessCodes(path) : path
}

function withoutOrigin(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/** In the path alone: a query is read by its own rules. */
function withoutNeedlessCodes(target: string): string {
  const [path = '', ...query] = target.split('?')
  const plain = path.replace(/%[3-7][0-9a-f]/gi, (code) => {
    const char = decodeURIComponent(code)
    return /[A-Za-z0-9]/.test(char) ? char : code
  })
  return [plain, ...query].join('?')
}
