import type { StoredPhoto } from './store.ts'
import { openStoreBatch, type StoreNeeds } from './store-batch.ts'
import type { Picture } from './transcode.ts'

/**
 * Stores all pictures or none. Their rows then wait for a job.
 *
 * @param owner the account that uploaded them, or null for a picture that belongs to no account.
 * @throws {ProviderError} the storage failed; nothing is stored then.
 */
export async function storeAll(
  needs: StoreNeeds,
  pictures: Picture[],
  owner: { accountId: string | null } = { accountId: null },
): Promise<StoredPhoto[]> {
  const batch = openStoreBatch(needs, owner)
  const puts = await Promise.allSettled(pictures.map((picture, index) => batch.store(picture, index)))
  const failure = puts.find((put) => put.status === 'rejected')
  if (!failure) return puts.flatMap((put) => (put.status === 'fulfilled' ? [put.value] : []))
  await batch.discard()
  throw failure.reason
}
