import type { TObject, TSchema } from 'typebox'

/** A header of a request or an answer, as the reference shows it. */
export type Header = { description: string; schema: object; required?: boolean }

/**
 * One answer an operation can give: its body (null for none), examples of it by name, and the headers it carries beside the
 * common ones.
 */
export type Answer = {
  description: string
  body: TSchema | null
  examples?: Record<string, object>
  headers?: Record<string, Header>
}

/**
 * One operation of the wire, as a value. The server mounts it, validates with it and serialises with it; the OpenAPI
 * document, the reference page and the tests' conformance check read the same value.
 */
export type Operation = {
  operationId: string
  /** Of `tags` in `contract/openapi.ts`: the group it is shown in. */
  tag: string
  method: 'GET' | 'POST'
  url: string
  summary: string
  description: string
  params?: TObject
  requestHeaders?: Record<string, Header>
  body?: TObject
  example?: object
  answers: Record<number, Answer>
}
