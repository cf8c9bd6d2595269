/** Settings of the device, not of the person. The account is changed by `device-account.ts`. */
const ofDevice = new Set(['account', 'language', 'install-declined', 'feed-view', 'refused-seen'])

const listeners = new Set<() => void>()

/** Calls `listener` when the settings of a person were deleted, to delete copies in memory. */
export const onForgottenSettings = (listener: () => void): void => void listeners.add(listener)

/**
 * Deletes what this device stores for a person: unsent forms with addresses, notes, prices, payments, refused steps,
 * and the consent to a position. A new setting is deleted too, unless it is listed above.
 */
export function forgetSettings(): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('dray.') && !ofDevice.has(key.slice('dray.'.length))) localStorage.removeItem(key)
    for (const key of Object.keys(sessionStorage))
      if (/^dray\.(card-setup\.|challenge\.erasure$)/.test(key)) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is no data to delete.
  }
  for (const listener of listeners) listener()
}
