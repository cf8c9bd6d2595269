/** What a person left on this device goes with them: forms, notes and payments that were begun. Choices of looks stay. */
export function forgetPerson(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (/^dray\.(start-job|top-up|notes\.|payment\.|delivery\.|feed$)/.test(name))
        localStorage.removeItem(name)
  } catch {
    // Without storage there is nothing to forget.
  }
}
