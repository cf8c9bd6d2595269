/**
 * The number in the link of the SMS, `/draft/abc?phone=%2B34…`: a pre-fill of the sign-in and nothing else. Imported
 * before everything else, so that it has left the address bar before the first call. Kept for a reload of this tab.
 */
const kept = 'dray.draft-phone'

const given = new URLSearchParams(location.search)
if (/^(\/app)?\/draft\//.test(location.pathname) && (given.size > 0 || location.hash)) {
  const phone = given.get('phone') ?? new URLSearchParams(location.hash.slice(1)).get('phone')
  // A plus that was not encoded arrives as a space.
  const number = phone?.replace(/^ /, '+') ?? ''
  const language = given.get('lang')
  if (/^\+[1-9]\d{6,14}$/.test(number)) keep(number)
  const stays = language === 'en' || language === 'es' ? `?lang=${language}` : ''
  history.replaceState(history.state, '', location.pathname + stays)
}

/** The number the link was sent to, if the link said so and nobody has signed in since. */
export function draftPhone(): string | null {
  try {
    return sessionStorage.getItem(kept)
  } catch {
    return null
  }
}

/** Once somebody has signed in, it is no longer needed. */
export function forgetDraftPhone(): void {
  try {
    sessionStorage.removeItem(kept)
  } catch {
    // Nothing was kept, then.
  }
}

function keep(number: string): void {
  try {
    sessionStorage.setItem(kept, number)
  } catch {
    // Without storage the number is typed.
  }
}
