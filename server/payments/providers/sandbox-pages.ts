/** A screen of the web app, which plays the page of a processor or a bank. */
export const sandboxPage = (name: 'card' | 'confirm', query: Record<string, string>): string =>
  `/app/sandbox/${name}?${new URLSearchParams(query).toString()}`

/** Being screens of the app itself, they lead back to a path. */
export function backPath(returnUrl: string): string {
  const { pathname, search } = new URL(returnUrl)
  return pathname + search
}
