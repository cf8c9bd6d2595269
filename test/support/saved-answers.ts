import type { Page } from 'playwright-core'
import { until } from './until.ts'

/** Number of requests in the offline queue of this device. */
export const savedActs = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const opening = indexedDB.open('dray-offline-queue', 1)
    opening.onsuccess = () => {
      const all = opening.result.transaction('acts').objectStore('acts').getAll()
      all.onsuccess = () => { opening.result.close(); done(all.result.length) }
    }
  })`)

/** Ids of the responses that this device stores for offline use. */
export const savedIds = (page: Page) =>
  page.evaluate<string[]>(`new Promise((done) => {
    const opening = indexedDB.open('dray-kept', 1)
    opening.onsuccess = () => {
      const all = opening.result.transaction('answers').objectStore('answers').getAll()
      all.onsuccess = () => { opening.result.close(); done(all.result.map(({ id }) => id).sort()) }
    }
  })`)

/** Resolves when the service worker can answer without a connection. */
export const untilInCharge = (page: Page) =>
  until('the service worker is in charge', () =>
    page.evaluate<boolean>(`navigator.serviceWorker.controller?.state === 'activated'`),
  )
