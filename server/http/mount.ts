import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { Answered } from '#contract/app/common.ts'
import { needsBody, type Operation } from '#contract/operation.ts'
import type { CarrierStatus, Language, PersonLanguage } from '#contract/vocabulary.ts'
import type { PartnerKey } from '../keys/verify.ts'
import type { MemberSession } from '../members/session-store.ts'
import { maxUploadBytes } from '../photos/limits.ts'
import type { Api } from './apis.ts'
import { answerLanguage } from './requests/language.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
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

type CallerOf<O extends Operation> = O['access'] extends 'partner_key'
  ? PartnerKey
  : O['url'] extends `/admin/${string}`
    ? Admitted<O, MemberCaller>
    : O['url'] extends `/partner/${string}`
      ? Admitted<O, PartnerMemberCaller>
      : Admitted<O, Caller>

type Admitted<O extends Operation, C> = O['access'] extends 'anyone' ? C | null : C

/** People read the responses of the app API; the other APIs are in English and Spanish (`apis.ts`). */
type LanguageOf<O extends Operation> = O['url'] extends `/app/${string}` ? PersonLanguage : Language

/** A validated and authorized request. */
export type Call<O extends Operation> = {
  caller: CallerOf<O>
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { takesPhoto: true } ? Buffer : StaticOf<O['body']>
  /** Language of texts in the response: from `Accept-Language`, else of the caller, else English. */
  language: LanguageOf<O>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Handles a request of the operation. A `Readable` is streamed as the body; a handler that returns `reply` has sent the
 * response itself.
 */
export type Handler<O extends Operation> = (
  call: Call<O>,
) => Promise<Answered<SuccessOf<O>> | Readable | FastifyReply>

/** The handlers of a list of operations, by `operationId`. A missing handler is a compiler error. */
export type Handlers<Operations extends readonly Operation[], Needs> = {
  [Each in Operations[number] as Each['operationId']]: (needs: Needs) => Handler<SourceOf<Each>>
}

/** A derived operation shares the handler of its source. */
type SourceOf<O extends Operation> = O extends { derivedFrom: infer Source extends Operation } ? Source : O

/**
 * Adds the route of an operation to the scope of its API, with its schemas, access and success status. The schema of
 * the response is for serialization, so undeclared members are never sent.
 */
export function mount<const O extends Operation>(
  scope: FastifyInstance,
  api: Pick<Api, 'prefix' | 'configOf' | 'callerOf' | 'languages'>,
  { operation, handler }: { operation: O; handler: Handler<O> },
): void {
  const { method, url, params, query, body, takesPhoto, streams } = operation
  const [status, schema] = goodAnswer(operation)
  scope.route({
    method,
    url: url.slice(api.prefix.length),
    config: {
      ...api.configOf(operation),
      ...(takesPhoto && { takesPhoto }),
      ...(streams && { streams }),
    },
    ...(takesPhoto && { bodyLimit: maxUploadBytes }),
    schema: {
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(schema && { response: { [status]: schema } }),
    },
    ...(body && !needsBody(operation) && { preValidation: withoutBody }),
    handler: async (request, reply) => {
      const answer = await handler(callOf<O>(request, reply, api))
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
  { callerOf, languages }: Pick<Api, 'callerOf' | 'languages'>,
): Call<O> {
  const { params, query, body, headers } = request
  const { caller, language: own } = callerOf(request)
  const language = answerLanguage(headers['accept-language'], { own, known: languages })
  // Admission and the validator have checked these types before the handler runs.
  return { caller, params, query, body, language, request, reply } as Call<O>
}

/** The account that calls the app API, from the session. */
export type Caller = {
  accountId: string
  sessionId: string
  phone: string
  name: string | null
  language: PersonLanguage
  carrierStatus: CarrierStatus | null
}

/** The member who calls the API of a panel, from the session. */
export type MemberCaller = MemberSession

/** A member of a partner, or of the staff who views its pages. */
export type PartnerMemberCaller = MemberSession & { partnerId: string }

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the admission of the app API; null without a valid session. */
    caller: Caller | null
    /** Set by the admission of the panels; null without a valid session. */
    member: MemberCaller | null
  }
}
