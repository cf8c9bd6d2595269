/** Pattern of the paths that a route URL matches: `/v1/jobs/:job_id` matches `/v1/jobs/` and one more segment. */
export const pathPattern = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`)

/**
 * Normalizes a request target: removes scheme and host, which a client may send (RFC 9112, 3.2.2), and decodes
 * percent-encoded letters and digits (RFC 3986, 6.2.2.2). Otherwise such a request would reach its route, but avoid the
 * checks that compare the path: the counter of `/v1`, the headers of data.
 */
export function plainTarget(target: string): string {
  const path = target.startsWith('/') ? target : withoutOrigin(target)
  return path.includes('%') ? withoutNeedlessCodes(path) : path
}

function withoutOrigin(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '')
  return rest === '' || rest.startsWith('?') ? `/${rest}` : rest
}

/** Changes only the path, not the query, which is decoded by other rules. */
function withoutNeedlessCodes(target: string): string {
  const [path = '', ...query] = target.split('?')
  const plain = path.replace(/%[3-7][0-9a-f]/gi, (code) => {
    const char = decodeURIComponent(code)
    return /[A-Za-z0-9]/.test(char) ? char : code
  })
  return [plain, ...query].join('?')
}
