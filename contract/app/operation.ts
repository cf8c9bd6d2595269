import type { TObject, TSchema } from 'typebox'

/**
 * Who may call. `anyone`: no session needed; `account`: a session of an account that is not suspended; `carrier`: the
 * account has also signed up as a carrier, with any status; `approved_carrier`: the operator has approved the carrier.
 */
export type Access = 'anyone' | 'account' | 'carrier' | 'approved_carrier'

/** One response: its body, or null for none. */
export type AppAnswer = { description: string; body: TSchema | null }

/**
 * One operation of the app API, as a value. The server uses it for routing, validation and serialisation, the web app for
 * its calls; the OpenAPI document is generated from it. `url` is the whole path, with parameters as `:name`.
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
  /** The request body is the bytes of one picture; `body` is absent. */
  takesPhoto?: true
  /** The response is a stream of server-sent events. */
  streams?: true
  /** Responses by status; the lowest 2xx is the success response. All errors have the body `AppError`. */
  answers: Record<number, AppAnswer>
}

/** True if the request must have a body. A body whose members are all optional may be left out. */
export const needsBody = ({ body }: Pick<AppOperation, 'body'>): boolean => (body?.required ?? []).length > 0
