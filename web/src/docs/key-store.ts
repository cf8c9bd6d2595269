import { useSyncExternalStore } from 'react'

/**
 * The test key of this tab, for all tools of the documentation. It is only in `sessionStorage`. Each change is announced on
 * the document as a `dray-key` event with `detail.key`, so that samples on the page can show the key.
 */
const stored = 'dray-test-key'
const changed = 'dray-key'

export function readKey(): string | null {
  try {
    return sessionStorage.getItem(stored)
  } catch {
    return null
  }
}

export function writeKey(key: string | null): void {
  try {
    if (key === null) sessionStorage.removeItem(stored)
    else sessionStorage.setItem(stored, key)
  } catch {
    // A browser that refuses to store keeps no key; the field stays open.
  }
  announceKey()
}

/** Tells the page which key is in use; also at the start of a page. */
export const announceKey = (): void =>
  void document.dispatchEvent(new CustomEvent(changed, { detail: { key: readKey() } }))

export const useKey = (): string | null => useSyncExternalStore(onKeyChanged, readKey)

function onKeyChanged(act: () => void): () => void {
  document.addEventListener(changed, act)
  return () => document.removeEventListener(changed, act)
}

/** What a person entered: a test key, a live key, or something else. A live key must not be stored or sent. */
export function kindOfKey(entered: string): 'test' | 'live' | 'none' {
  if (/_live_/.test(entered)) return 'live'
  return /^[\w-]+_test_[0-9A-Za-z]{32}$/.test(entered) ? 'test' : 'none'
}

const refused = 'dray-key-refused'

/** Removes a key that the service refuses, and brings the person back to the field of the key. */
export function refuseKey(message: string): void {
  writeKey(null)
  document.dispatchEvent(new CustomEvent(refused, { detail: { message } }))
}

export function onKeyRefused(act: (message: string) => void): () => void {
  const hear = (event: Event) => act((event as CustomEvent<{ message: string }>).detail.message)
  document.addEventListener(refused, hear)
  return () => document.removeEventListener(refused, hear)
}
