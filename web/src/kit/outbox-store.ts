import { openStore } from './indexed-store.ts'
import type { Kept, OutboxStore } from './outbox.ts'

/** Opens the store of the offline queue, in IndexedDB. */
export const openOutboxStore = (): OutboxStore => openStore<Kept>({ database: 'dray-outbox', table: 'acts' })
