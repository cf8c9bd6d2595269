import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { type Access, needsBody, type Operation } from '#contract/operation.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { PartnerKey } from '../keys/verify.ts'
import { mostUploadBytes } from '../photos/photo-size.ts'
import type { Caller } from './app-api/caller.ts'
import { preferredLanguage } from './language.ts'

declare module 'fastify' {
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
export type SuccessOf<O extends Operation> = {
  [Status in keyof O['answers']]: Status extends 200 | 201 | 202 | 204
    ? AnswerOf<O['answers'][Status]['body']>
    : never
}[keyof O['answers']]

type CallerOf<A extends Operation['access']> = A extends 'partner_key'
  ? PartnerKey
  : A extends 'anyone'
    ? Caller | null
    : Caller

/** A validated and authorized request. */
type Call<O extends Operation> = {
  caller: CallerOf<O['access']>
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { takesPhoto: true } ? Buffer : StaticOf<O['body']>
  /** Language of texts in the response: that of `Accept-Language`, else of the caller, else English. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Adds the route of an operation to the scope of its API, with its schemas, access and success status. The schema of the
 * response is for serialization, so that undeclared members are never sent. If the handler returns a `Readable`, it is
 * streamed as the body; if it returns `reply`, it has sent the response itself.
 */
export function mount<const O extends Operation>(
  scope: FastifyInstance,
  operation: O,
  handler: (call: Call<O>) => Promise<SuccessOf<O> | Readable | FastifyReply>,
): void {
  const { method, url, access, params, query, body, takesPhoto, streams } = operation
  const [status, schema] = goodAnswer(operation)
  const isPartners = access === 'partner_key'
  scope.route({
    method,
    url: url.slice(scope.prefix.length),
    config: {
      ...(!isPartners && { access }),
      ...(takesPhoto && { takesPhoto }),
      ...(streams && { streams }),
    },
    ...(takesPhoto && { bodyLimit: mostUploadBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(schema && { response: { [status]: schema } }),
    },
    ...(body && !needsBody(operation) && { preValidation: withoutBody }),
    handler: async (request, reply) => {
      const answer = await handler(callOf<O>(request, reply, isPartners))
      if (answer === reply || reply.sent) return reply
      return reply.code(status).send(answer)
    },
  })
}

/** If all members are optional, a missing body counts as `{}`; a body of `null` is still refused. */
async function withoutBody(request: FastifyRequest): Promise<void> {
  if (request.body === undefined) request.body = {}
}

function goodAnswer({ answers }: Operation): [number, TSchema | null] {
  const statuses = Object.keys(answers).map(Number)
  const status = Math.min(...statuses.filter((each) => each < 300))
  return [status, answers[status]?.body ?? null]
}

function callOf<O extends Operation>(
  request: FastifyRequest,
  reply: FastifyReply,
  isPartners: boolean,
): Call<O> {
  const { params, query, body, headers } = request
  const caller = isPartners ? request.partnerKey : request.caller
  const own = isPartners ? request.partnerKey.smsLanguage : request.caller?.language
  const language = preferredLanguage(headers['accept-language']) ?? own ?? 'en'
  // Admission and the validator have checked these types before the handler runs.
  return { caller, params, query, body, language, request, reply } as Call<O>
}
