import { openStore } from './indexed-store.ts'
import type { Kept, QueueStore } from './offline-queue.ts'

/** Opens the store of the offline queue, in IndexedDB. */
export const openQueueStore = (): QueueStore =>
  openStore<Kept>({ database: 'dray-offline-queue', table: 'acts' })
