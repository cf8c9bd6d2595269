import { uploadPace } from '#contract/upload-pace.ts'

/** A request as plain values, so the offline queue can store it. */
export type Sent = {
  method: string
  url: string
  body?: string | Blob
  contentType?: string
  idempotencyKey?: string
  /** The account for which it is sent: the server refuses it in the session of another. */
  account?: string
}

/** Milliseconds to wait for the response: 30 s, and for a photo also the time in which it must arrive. */
export const timeoutMs = ({ body }: Sent): number => 30_000 + (body instanceof Blob ? arrivalMs(body) : 0)

const { requestMs, bytesPerSecond, maxMs } = uploadPace
const arrivalMs = ({ size }: Blob): number => Math.min(maxMs, requestMs + (size / bytesPerSecond) * 1_000)

/** The body of a request that is JSON, as text. */
export const textOf = (body: Sent['body']): string => (typeof body === 'string' ? body : '{}')
