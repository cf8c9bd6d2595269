/** A request as plain values, so the offline queue can store it. */
export type Sent = {
  method: string
  url: string
  body?: string | Blob
  contentType?: string
  idempotencyKey?: string
}
