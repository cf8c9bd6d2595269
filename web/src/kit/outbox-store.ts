import { openStore } from './indexed-store.ts'
import type { Kept, OutboxStore } from './outbox.ts'

/** Acts that wait to be sent. */
export const openOutboxStore = (): OutboxStore => openStore<Kept>({ database: 'dray-outbox', table: 'acts' })
