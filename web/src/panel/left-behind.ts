/** The outcome of an act when its page was left: sent at once, or not sent because the fresh proof was missing. */
export type LeftBehind = { text: string; isSent: boolean }

const key = 'dray.left-behind'

/** Stores the acts for the next page of this tab, which shows and deletes them. */
export function storeLeftBehind(acts: LeftBehind[]): void {
  if (acts.length > 0) sessionStorage.setItem(key, JSON.stringify(acts))
}

/** Returns the acts that the previous page has stored, and deletes them. */
export function takeLeftBehind(): LeftBehind[] {
  const stored = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return stored ? JSON.parse(stored) : []
}
