/** A store of records by id. */
export type RecordStore<T extends { id: string }> = {
  all: () => Promise<T[]>
  put: (record: T) => Promise<void>
  /** Stores a record in place of the one with its id. @returns false, and stores nothing, if there is none. */
  replace: (record: T) => Promise<boolean>
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
    async replace(record) {
      const opened = await database
      if (opened) return replaceIn(opened.transaction(table, 'readwrite'), record)
      if (!inMemory.has(record.id)) return false
      inMemory.set(record.id, record)
      return true
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

/** In one transaction, because a sign-out may delete the record at the same time. */
async function replaceIn(transaction: IDBTransaction, record: { id: string }): Promise<boolean> {
  let isThere = false
  await inTransaction(transaction, (records) => {
    const counting = records.count(record.id)
    counting.addEventListener('success', () => {
      isThere = counting.result > 0
      if (isThere) records.put(record)
    })
    return counting
  })
  return isThere
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
