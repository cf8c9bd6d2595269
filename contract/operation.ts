import type { TObject, TSchema } from 'typebox'

/**
 * Who may call an operation of the app API. `anyone`: no session needed; `account`: a session of an account that is not
 * suspended; `carrier`: the account has also signed up as a carrier, with any status; `approved_carrier`: the operator
 * has approved the carrier.
 */
export type Access = 'anyone' | 'account' | 'carrier' | 'approved_carrier'

/**
 * Who may call an operation of the operator's panel. `anyone`: no session needed; otherwise the lowest role of the
 * member of staff: a `viewer` only reads, `staff` runs the daily work, an `owner` also decides who is a member.
 */
export type StaffAccess = 'anyone' | 'viewer' | 'staff' | 'owner'

/**
 * Who may call an operation of the partner's own pages. `anyone`: no session needed; otherwise the lowest role of the
 * member: a `viewer` only reads, a `developer` creates test keys, an `admin` also decides on live keys and members.
 */
export type PartnerAccess = 'anyone' | 'viewer' | 'developer' | 'admin'

/** A header of a request or a response, as the reference shows it. */
export type Header = { description: string; schema: object; required?: boolean }

/** One response of an operation: its body (null for none), examples by name, and headers besides the common ones. */
export type Answer = {
  description: string
  body: TSchema | null
  examples?: Record<string, object>
  headers?: Record<string, Header>
}

/**
 * One operation of an API, as a value. The server uses it for routing, validation and serialisation, the web app for
 * its requests; the OpenAPI documents, the reference page and the conformance tests read it too.
 */
export type Operation = {
  operationId: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The whole path, with parameters as `:name`. */
  url:
    | `/v1/${string}`
    | `/sandbox/v1/${string}`
    | `/app/v1/${string}`
    | `/admin/v1/${string}`
    | `/partner/v1/${string}`
  /** The group in which the reference page shows it. */
  tag?: string
  summary: string
  description: string
  access: Access | StaffAccess | PartnerAccess | 'partner_key'
  /** Requires a proof of identity from the last ten minutes; only in the panels. */
  stepUp?: true
  params?: TObject
  query?: TObject
  requestHeaders?: Record<string, Header>
  body?: TObject
  example?: object
  /** The account must have accepted the terms in force, if the operator has set any; only in the app. */
  needsTerms?: true
  /** The request body is a picture; `body` is absent. */
  takesPhoto?: true
  /** The response is a stream of server-sent events. */
  streams?: true
  /** The response is a file of one of these media types; the body of the success response is null. */
  downloads?: readonly string[]
  /** The operation of another API that shares the handler. */
  derivedFrom?: Operation
  /** Responses by status; the lowest 2xx is the success response. */
  answers: Record<number, Answer>
}

/** `tag` is the group in which the reference page shows it: a name from `tags` in `contract/openapi.ts`. */
export type PartnerOperation = Operation & { url: `/v1/${string}`; access: 'partner_key'; tag: string }

/** All errors have the body `AppError`. */
export type AppOperation = Operation & { url: `/app/v1/${string}`; access: Access }

/** All errors have the body `AdminError`. */
export type AdminOperation = Operation & { url: `/admin/v1/${string}`; access: StaffAccess }

/** An operation of the partner's own pages. All errors have the body `AdminError`. */
export type PartnerPanelOperation = Operation & { url: `/partner/v1/${string}`; access: PartnerAccess }

/** True if the request must have a body. A body whose members are all optional may be left out. */
export const needsBody = ({ body }: Pick<Operation, 'body'>): boolean => (body?.required ?? []).length > 0
