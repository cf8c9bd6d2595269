/**
 * The test key that a person uses in the guide and the console: only in `sessionStorage`, so it is of this tab and is
 * forgotten with it. The script of the guide reads it too (`server/http/pages/assets/guide.js`).
 */
const stored = 'dray-test-key'

export function readTestKey(): string | null {
  try {
    return sessionStorage.getItem(stored)
  } catch {
    return null
  }
}

export function writeTestKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(stored)
    else sessionStorage.setItem(stored, key)
  } catch {
    // A browser that refuses to store keeps no key; the field of the key stays open.
  }
}

/** What a text is: a test key, a live key, or something else. A live key must not be stored here. */
export function kindOfKey(text: string): 'test' | 'live' | 'none' {
  if (/_live_/.test(text)) return 'live'
  return /^[\w-]+_test_[0-9A-Za-z]{32}$/.test(text) ? 'test' : 'none'
}
