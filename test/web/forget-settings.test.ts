import assert from 'node:assert/strict'
import test from 'node:test'
import { forgetSettings, onForgottenSettings } from '../../web/src/kit/forget-settings.ts'

/** Keys are properties, as in a browser. */
class StorageOfTest {
  getItem(key: string): string | null {
    return (this as Record<string, unknown>)[key] as string | null
  }
  removeItem(key: string): void {
    delete (this as Record<string, unknown>)[key]
  }
}

const storageWith = (keys: string[]): Storage =>
  Object.assign(new StorageOfTest(), Object.fromEntries(keys.map((key) => [key, 'x']))) as unknown as Storage

test('a sign-out deletes each setting of the person, and keeps those of the device and of other pages', () => {
  const kept = ['dray.language', 'dray.install-declined', 'dray.feed-view', 'dray.refused-seen']
  const others = ['mantine-color-scheme-value', 'dray-push-account']
  const persons = ['start-job', 'start-price', 'price-change', 'proof.place', 'notes.1', 'way', 'added later']
  globalThis.localStorage = storageWith([...kept, ...others, ...persons.map((name) => `dray.${name}`)])
  globalThis.sessionStorage = storageWith(['dray.card-setup.dialog', 'dray.draft-phone', 'dray.erasure'])
  let told = 0
  onForgottenSettings(() => void told++)
  forgetSettings()
  assert.deepEqual(Object.keys(localStorage), [...kept, ...others])
  assert.deepEqual(Object.keys(sessionStorage), ['dray.draft-phone', 'dray.erasure'])
  assert.equal(told, 1)
})
