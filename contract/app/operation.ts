import type { TObject, TSchema } from 'typebox'

/**
 * Who may call: `anyone` needs no session; `account` a session of an account that is not suspended; `carrier` a session
 * whose account has signed up as a carrier, in whatever state; `approved_carrier` one the operator has approved.
 */
export type Access = 'anyone' | 'account' | 'carrier' | 'approved_carrier'

/** One answer: its body, or null for none. */
export type AppAnswer = { description: string; body: TSchema | null }

/**
 * One operation of the app API, as a value: the server mounts, validates and serialises with it, the web app calls with
 * it, the OpenAPI document and the authority table are made from it. `url` is the whole path, parameters as `:name`.
 */
export type AppOperation = {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: `/app/v1/${string}`
  summary: string
  description: string
  access: Access
  params?: TObject
  query?: TObject
  body?: TObject
  /** The body is the bytes of one picture instead. */
  takesPhoto?: true
  /** Answers a stream of server-sent events instead of a body. */
  streams?: true
  /** By status; the lowest 2xx is what success looks like. Refusals all have the body `AppError`. */
  answers: Record<number, AppAnswer>
}

/** Whether a call without a body is refused: a body of optional members may be left out. */
export const needsBody = ({ body }: Pick<AppOperation, 'body'>): boolean => (body?.required ?? []).length > 0
