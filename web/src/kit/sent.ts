/** A call as plain values, so that the outbox can keep it. */
export type Sent = {
  method: string
  url: string
  body?: string | Blob
  contentType?: string
  idempotencyKey?: string
}
