import type { Sent } from './sent.ts'

/** A queued request, stored until its response. `id` is its Idempotency-Key, so a retry has no further effect. */
export type QueuedRequest = {
  id: string
  /** Position in the queue; lower numbers are sent first. */
  order: number
  operationId: string
  /** Id of the job. Requests of one lane are sent one after another, different lanes concurrently. */
  lane: string
  request: Sent
  /** The account that sends the request; absent if it was unknown, or queued by an earlier version of the app. */
  accountId?: string
  /** When the session of its account ended on this device (milliseconds since the epoch); absent before. */
  leftAt?: number
  /** A file that is uploaded first; `member` of the response goes into the body of the request. */
  upload?: { request: Sent; member: string }
  /** The file was refused, or there was no room to store it, so the request is sent without it. */
  isUploadLost?: boolean
}

/** Storage of the queue; in a browser IndexedDB (`offline-queue-store.ts`). */
export type QueueStore = {
  all: () => Promise<QueuedRequest[]>
  put: (queued: QueuedRequest) => Promise<void>
  /** Stores a request in place of the one with its id. @returns false, and stores nothing, if that was deleted. */
  replace: (queued: QueuedRequest) => Promise<boolean>
  remove: (id: string) => Promise<void>
}
