import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Access, type AppOperation, needsBody } from '#contract/app/operation.ts'
import type { CarrierStatus, Language } from '#contract/vocabulary.ts'
import { mostUploadBytes } from '../../photos/photo-size.ts'
import { preferredLanguage } from '../language.ts'

/** The authenticated caller, from the session. */
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
    /** Set by admission; null without a valid session. */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** Access of the operation of the app API; checked by admission. */
    access?: Access
    takesPhoto?: true
    /** The response is a stream that lasts until the client disconnects. */
    streams?: true
  }
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

type AnswerOf<Schema> = Schema extends TSchema ? Static<Schema> : void

/** Body type of the successful response of an operation; void if it has no body. */
export type SuccessOf<O extends AppOperation> = {
  [Status in keyof O['answers']]: Status extends 200 | 201 | 202 | 204
    ? AnswerOf<O['answers'][Status]['body']>
    : never
}[keyof O['answers']]

/** A validated and authorized request. */
export type AppCall<O extends AppOperation> = {
  caller: O['access'] extends 'anyone' ? Caller | null : Caller
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { takesPhoto: true } ? Buffer : StaticOf<O['body']>
  /** Language of texts in the response: that of `Accept-Language`, else of the account, else English. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Adds the route of an operation to the scope of `/app/v1`, with its schemas, access and success status. If the handler
 * returns a `Readable`, it is streamed as the body.
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

/** If all members are optional, a missing body counts as `{}`; a body of `null` is still refused. */
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
  // Admission and the validator have checked these types before the handler runs.
  return { caller, params, query, body, language, request, reply } as AppCall<O>
}
