import type { TObject, TSchema } from 'typebox'

/** A header of a request or a response, as the reference shows it. */
export type Header = { description: string; schema: object; required?: boolean }

/** One response of an operation: its body (null for none), examples by name, and its headers beside the common ones. */
export type Answer = {
  description: string
  body: TSchema | null
  examples?: Record<string, object>
  headers?: Record<string, Header>
}

/**
 * One operation of the partner API, as a value. The server uses it for routing, validation and serialisation; the OpenAPI
 * document, the reference page and the conformance check of the tests read it too.
 */
export type Operation = {
  operationId: string
  /** The group it is shown in: a name from `tags` in `contract/openapi.ts`. */
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
