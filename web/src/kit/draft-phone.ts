import { personLanguages } from '#contract/vocabulary.ts'

/**
 * The phone number in the link of the SMS (`/draft/abc?phone=%2B34…`): it only prefills the sign-in form. This module
 * is imported first, so the number is removed from the address bar before the first request. Session storage keeps it
 * for reloads of this tab.
 */
const storageKey = 'dray.draft-phone'

// The build renders the sign-in, where there is no address.
if (typeof location !== 'undefined') takeFromAddress()

function takeFromAddress(): void {
  const query = new URLSearchParams(location.search)
  if (!/^(\/app)?\/draft\//.test(location.pathname) || (query.size === 0 && !location.hash)) return
  const phone = query.get('phone') ?? new URLSearchParams(location.hash.slice(1)).get('phone')
  // A plus sign that was not percent-encoded is decoded as a space.
  const number = phone?.replace(/^ /, '+') ?? ''
  const language = query.get('lang')
  if (/^\+[1-9]\d{6,14}$/.test(number)) keep(number)
  const keptQuery = personLanguages.some((known) => known === language) ? `?lang=${language}` : ''
  history.replaceState(history.state, '', location.pathname + keptQuery)
}

/** The phone number from the link; null if the link had no number or `forgetDraftPhone` has run since. */
export function draftPhone(): string | null {
  try {
    return sessionStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** To be called after sign-in, when the number is no longer needed. */
export function forgetDraftPhone(): void {
  try {
    sessionStorage.removeItem(storageKey)
  } catch {
    // Without session storage there is no stored number.
  }
}

function keep(number: string): void {
  try {
    sessionStorage.setItem(storageKey, number)
  } catch {
    // Without session storage the user types the number.
  }
}
