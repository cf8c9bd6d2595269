import type { Kept, OutboxStore } from './outbox.ts'

/** Acts in IndexedDB, which keeps pictures too and outlives the page; in memory where a browser refuses it. */
export function openOutboxStore(): OutboxStore {
  const database = openDatabase().catch(() => null)
  const inMemory = new Map<string, Kept>()
  return {
    async all() {
      const opened = await database
      return opened
        ? run(opened, 'readonly', (acts) => acts.getAll() as IDBRequest<Kept[]>)
        : [...inMemory.values()]
    },
    async put(kept) {
      const opened = await database
      if (opened) await run(opened, 'readwrite', (acts) => acts.put(kept))
      else inMemory.set(kept.id, kept)
    },
    async remove(id) {
      const opened = await database
      if (opened) await run(opened, 'readwrite', (acts) => acts.delete(id))
      else inMemory.delete(id)
    },
  }
}

const name = 'acts'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('dray-outbox', 1)
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore(name, { keyPath: 'id' }))
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB refused')))
  })
}

function run<T>(
  database: IDBDatabase,
  mode: IDBTransactionMode,
  act: (acts: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode)
    const request = act(transaction.objectStore(name))
    // Only then is it on the disk.
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
  })
}
