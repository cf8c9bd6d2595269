/** Path of the web app's screen that plays the page of a processor or a bank. */
export const sandboxPage = (name: 'card' | 'confirm', query: Record<string, string>): string =>
  `/app/sandbox/${name}?${new URLSearchParams(query).toString()}`

/** Path and query of `returnUrl`: these screens belong to the web app, so they return to a path. */
export function backPath(returnUrl: string): string {
  const { pathname, search } = new URL(returnUrl)
  return pathname + search
}
