/** The outcome of an act when its page was left: sent at once, or not sent because the fresh proof was missing. */
export type LeftBehind = { text: string; isSent: boolean }

const key = 'dray.left-behind'

/** Notes the acts for the next page of this tab, which tells them and forgets them. */
export function noteLeftBehind(acts: LeftBehind[]): void {
  if (acts.length > 0) sessionStorage.setItem(key, JSON.stringify(acts))
}

/** The acts that the page before has left; each is told once. */
export function takeLeftBehind(): LeftBehind[] {
  const noted = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return noted ? JSON.parse(noted) : []
}
