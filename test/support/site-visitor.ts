/** What a browser shows after a request. */
export type Shown = { status: number; html: string; location: string }

/** A browser without JavaScript: it keeps the cookies of a site and sends its forms. */
export type SiteVisitor = {
  get: (path: string) => Promise<Shown>
  post: (path: string, fields: Record<string, string>, headers?: Record<string, string>) => Promise<Shown>
}

export function visitSite({ url }: { url: string }): SiteVisitor {
  const cookies = new Map<string, string>()
  const send = async (path: string, init: RequestInit): Promise<Shown> => {
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { ...(cookie && { cookie }), ...(init.headers as Record<string, string>) }
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const { status } = response
    return { status, html: await response.text(), location: response.headers.get('location') ?? '' }
  }
  return {
    get: (path) => send(path, {}),
    post: (path, fields, headers = { origin: url }) =>
      send(path, { method: 'POST', body: new URLSearchParams(fields), headers }),
  }
}
