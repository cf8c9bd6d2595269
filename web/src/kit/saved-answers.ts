import { useSyncExternalStore } from 'react'
import { sessionAccount } from './device-account.ts'
import { openStore } from './indexed-store.ts'
import { queryClient } from './query-client.ts'

export type SavedArea = 'customer' | 'carrier'

/** An API response that this device stores for offline use. */
export type SavedAnswer = {
  /** Of the job, or `listId`. */
  id: string
  area: SavedArea
  accountId: string
  savedAt: number
  queryKey: readonly unknown[]
  data: unknown
}

/**
 * An offline device cannot know that a job has ended. After this time the stored address and phone number are deleted
 * in any case.
 */
const longestMs = 7 * 86_400_000

/** A person may be a customer and a carrier on one device. */
export const listId = (area: SavedArea): string => `list ${area}`

const store = openStore<SavedAnswer>({ database: 'dray-kept', table: 'answers' })
const listeners = new Set<() => void>()
let areasWithJobs = new Set<SavedArea>()

/** Whether jobs of the area are stored on this device. */
export const useHasSavedJobs = (area: SavedArea | undefined): boolean => {
  const has = () => area !== undefined && areasWithJobs.has(area)
  return useSyncExternalStore(subscribe, has, has)
}

/** Stores exactly these responses for the area; its other responses are deleted, because their jobs have ended. */
export async function saveOnly(area: SavedArea, answers: Omit<SavedAnswer, 'savedAt' | 'area'>[]) {
  // Another tab has signed in another account since they were read.
  if (answers.some(({ accountId }) => accountId !== sessionAccount())) return
  const wanted = new Set(answers.map(({ id }) => id))
  for (const saved of await store.all())
    if (saved.area === area && !wanted.has(saved.id)) await store.remove(saved.id)
  for (const answer of answers) {
    await store.put({ ...answer, area, savedAt: Date.now() })
    putInCache(answer, Date.now())
  }
  await recount()
}

/** Puts the stored responses into the query cache. They count as stale at any age, so each screen refetches. */
export async function restoreSaved(): Promise<void> {
  for (const { id, savedAt, accountId, queryKey, data } of await store.all()) {
    const isOfOther = accountId !== (sessionAccount() ?? accountId)
    if (isOfOther || Date.now() - savedAt > longestMs) await store.remove(id)
    else putInCache({ queryKey, data }, 0)
  }
  await recount()
}

/** Deletes all stored responses, when the session has ended. */
export async function forgetSaved(): Promise<void> {
  for (const { id } of await store.all()) await store.remove(id)
  await recount()
}

/** Deletes the stored responses of other accounts, when an account signs in on this device. */
export async function forgetSavedOfOthers(accountId: string): Promise<void> {
  for (const saved of await store.all()) if (saved.accountId !== accountId) await store.remove(saved.id)
  await recount()
}

/** The response stays in the cache while the page is open, even if no screen uses it. Does not replace newer data. */
function putInCache({ queryKey, data }: Pick<SavedAnswer, 'queryKey' | 'data'>, updatedAt: number): void {
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  if (queryClient.getQueryData(queryKey) === undefined)
    queryClient.setQueryData(queryKey, data, { updatedAt })
}

async function recount(): Promise<void> {
  const jobs = (await store.all()).filter(({ id, area }) => id !== listId(area))
  areasWithJobs = new Set(jobs.map(({ area }) => area))
  for (const changed of listeners) changed()
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}
