import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Access, type AppOperation, needsBody } from '#contract/app/operation.ts'
import type { CarrierStatus, Language } from '#contract/vocabulary.ts'
import { mostUploadBytes } from '../../photos/photo-size.ts'
import { preferredLanguage } from '../language.ts'

/** Who calls, as the session says. */
export type Caller = {
  accountId: string
  sessionId: string
  phone: string
  name: string | null
  language: Language
  carrierStatus: CarrierStatus | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until admission has found a session, and for ever where none is needed. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** Of the app API's operation; admission judges by it. */
    access?: Access
    takesPhoto?: true
    /** Its answer lasts as long as somebody listens. */
    streams?: true
  }
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

type AnswerOf<Schema> = Schema extends TSchema ? Static<Schema> : void

/** The body of an operation's good answer; nothing where it has none. */
export type SuccessOf<O extends AppOperation> = {
  [Status in keyof O['answers']]: Status extends 200 | 201 | 202 | 204
    ? AnswerOf<O['answers'][Status]['body']>
    : never
}[keyof O['answers']]

/** One call, validated and admitted. */
export type AppCall<O extends AppOperation> = {
  caller: O['access'] extends 'anyone' ? Caller | null : Caller
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { takesPhoto: true } ? Buffer : StaticOf<O['body']>
  /** For texts of this answer: what the client asks for, else the account's own. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Mounts one operation inside the scope of `/app/v1`: its schemas, its access, its good status. A `Readable` is the text of the
 * body, sent as it comes.
 */
export function appRoute<const O extends AppOperation>(
  scope: FastifyInstance,
  operation: O,
  handler: (call: AppCall<O>) => Promise<SuccessOf<O> | Readable>,
): void {
  const { method, url, access, params, query, body, takesPhoto, streams } = operation
  const [status, schema] = goodAnswer(operation)
  scope.route({
    method,
    url: url.replace(/^\/app\/v1/, ''),
    config: { access, ...(takesPhoto && { takesPhoto }), ...(streams && { streams }) },
    ...(takesPhoto && { bodyLimit: mostUploadBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(schema && { response: { [status]: schema } }),
    },
    ...(body && !needsBody(operation) && { preValidation: withoutBody }),
    handler: async (request, reply) => {
      const answer = await handler(callOf<O>(request, reply))
      if (reply.sent) return reply
      return reply.code(status).send(answer)
    },
  })
}

/** Where every member is optional, a request without a body counts as `{}`; a body that says `null` is still refused. */
async function withoutBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

function goodAnswer({ answers }: AppOperation): [number, TSchema | null] {
  const statuses = Object.keys(answers).map(Number)
  const status = Math.min(...statuses.filter((each) => each < 300))
  return [status, answers[status]?.body ?? null]
}

function callOf<O extends AppOperation>(request: FastifyRequest, reply: FastifyReply): AppCall<O> {
  const { caller, params, query, body, headers } = request
  const language = preferredLanguage(headers['accept-language']) ?? caller?.language ?? 'en'
  // Admission and the validator have made sure of these types before the handler runs.
  return { caller, params, query, body, language, request, reply } as AppCall<O>
}
