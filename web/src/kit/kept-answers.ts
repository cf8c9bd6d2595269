import { useSyncExternalStore } from 'react'
import { openStore } from './indexed-store.ts'
import { queryClient } from './query-client.ts'

/** An answer of the API that this device keeps, to be read without a connection. */
export type KeptAnswer = {
  id: string
  accountId: string
  keptAt: number
  queryKey: readonly unknown[]
  data: unknown
}

/** Without contact to the server nobody can say that a job has ended: after this long its address and phone go anyway. */
const longestMs = 7 * 86_400_000

const store = openStore<KeptAnswer>({ database: 'dray-kept', table: 'answers' })
const listeners = new Set<() => void>()
let count = 0

/** How many answers this device keeps. */
export const useKeptCount = (): number => useSyncExternalStore(subscribe, () => count)

/** Keeps exactly these answers: what is not among them has ended and is deleted. */
export async function keepOnly(answers: Omit<KeptAnswer, 'keptAt'>[]): Promise<void> {
  const wanted = new Set(answers.map(({ id }) => id))
  for (const { id } of await store.all()) if (!wanted.has(id)) await store.remove(id)
  for (const answer of answers) {
    await store.put({ ...answer, keptAt: Date.now() })
    show(answer, Date.now())
  }
  await recount()
}

/** What was kept is shown again by this page, as old as it is; a newer answer takes its place. */
export async function restoreKept(): Promise<void> {
  for (const { id, keptAt, queryKey, data } of await store.all()) {
    if (Date.now() - keptAt > longestMs) await store.remove(id)
    else show({ queryKey, data }, keptAt)
  }
  await recount()
}

/** The session has ended, or it is another person's: nothing of what was kept stays. */
export const forgetKept = (): Promise<void> => keepOnly([])

/** Another account has signed in on this device. */
export async function forgetKeptOfOthers(accountId: string): Promise<void> {
  for (const kept of await store.all()) if (kept.accountId !== accountId) await store.remove(kept.id)
  await recount()
}

/** For as long as the page lives, whether or not a screen shows it; what was read since is newer. */
function show({ queryKey, data }: Pick<KeptAnswer, 'queryKey' | 'data'>, updatedAt: number): void {
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  if (queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, data, { updatedAt })
}

async function recount(): Promise<void> {
  count = (await store.all()).length
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
