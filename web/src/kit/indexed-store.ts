/** A store of records by id. */
export type RecordStore<T extends { id: string }> = {
  all: () => Promise<T[]>
  put: (record: T) => Promise<void>
  remove: (id: string) => Promise<void>
}

type Place = { database: string; table: string }

/**
 * A store in IndexedDB, which survives reloads and can hold blobs. Falls back to memory if IndexedDB is unavailable.
 */
export function openStore<T extends { id: string }>({ database: name, table }: Place): RecordStore<T> {
  const database = openDatabase(name, table).catch(() => null)
  const inMemory = new Map<string, T>()
  return {
    async all() {
      const opened = await database
      if (!opened) return [...inMemory.values()]
      return inTransaction(opened.transaction(table), (records) => records.getAll() as IDBRequest<T[]>)
    },
    async put(record) {
      const opened = await database
      if (opened) await inTransaction(opened.transaction(table, 'readwrite'), (all) => all.put(record))
      else inMemory.set(record.id, record)
    },
    async remove(id) {
      const opened = await database
      if (opened) await inTransaction(opened.transaction(table, 'readwrite'), (all) => all.delete(id))
      else inMemory.delete(id)
    },
  }
}

function openDatabase(name: string, table: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.addEventListener('upgradeneeded', () =>
      opening.result.createObjectStore(table, { keyPath: 'id' }),
    )
    opening.addEventListener('success', () => resolve(opening.result))
    opening.addEventListener('error', () => reject(opening.error ?? new Error('IndexedDB refused')))
  })
}

function inTransaction<R>(
  transaction: IDBTransaction,
  act: (records: IDBObjectStore) => IDBRequest<R>,
): Promise<R> {
  return new Promise((resolve, reject) => {
    const [table = ''] = transaction.objectStoreNames
    const request = act(transaction.objectStore(table))
    // The request succeeds before the commit; `complete` comes after it.
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB aborted')))
  })
}
