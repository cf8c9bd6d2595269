import type { QueuedRequest, QueueStore } from './queued-request.ts'

/**
 * How long the requests of a session that has ended wait on the device. Not longer, because others may use the device,
 * and a photo in a request shows somebody's home.
 */
export const leftMs = 7 * 86_400_000

/** Notes when the sessions of these requests ended, and deletes those that ended too long ago. */
export async function tidy(store: QueueStore, isLeft: (queued: QueuedRequest) => boolean): Promise<void> {
  for (const queued of (await store.all()).filter(isLeft)) {
    if (queued.leftAt === undefined) await store.replace({ ...queued, leftAt: Date.now() })
    else if (Date.now() - queued.leftAt > leftMs) await store.remove(queued.id)
  }
}

export function withoutEnd(queued: QueuedRequest): QueuedRequest {
  const again = { ...queued }
  delete again.leftAt
  return again
}
