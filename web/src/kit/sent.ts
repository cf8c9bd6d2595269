/** A request as plain values, so that the offline queue can store it. */
export type Sent = {
  method: string
  url: string
  body?: string | Blob
  contentType?: string
  idempotencyKey?: string
}
