import { openStore } from './indexed-store.ts'
import type { QueuedRequest, QueueStore } from './queued-request.ts'

/** Opens the store of the offline queue, in IndexedDB. */
export const openQueueStore = (): QueueStore =>
  openStore<QueuedRequest>({ database: 'dray-offline-queue', table: 'acts' })
