import { readTestKey, writeTestKey } from '../kit/test-key.ts'

/**
 * The test key of this tab, for all tools of the documentation. Each change is announced on the document as a
 * `dray-key` event with `detail.key`, so samples on the page can show the key.
 */
const changed = 'dray-key'

export const readKey = readTestKey

export function writeKey(key: string | null): void {
  writeTestKey(key)
  announceKey()
}

/** Tells the page which key is in use; also at the start of a page. */
export const announceKey = (): void =>
  void document.dispatchEvent(new CustomEvent(changed, { detail: { key: readKey() } }))

export function onKeyChanged(act: () => void): () => void {
  document.addEventListener(changed, act)
  return () => document.removeEventListener(changed, act)
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
