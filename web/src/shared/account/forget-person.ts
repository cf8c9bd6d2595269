/** Deletes the user's data on this device: unsent forms, notes, payments. Language and colour scheme are kept. */
export function forgetPerson(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (/^dray\.(start-job|top-up|notes\.|payment\.|delivery\.|feed$)/.test(name))
        localStorage.removeItem(name)
  } catch {
    // Without local storage there is no data to delete.
  }
}
