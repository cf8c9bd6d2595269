import type { Readable } from 'node:stream'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import {
  type Access,
  needsBody,
  type Operation,
  type PartnerAccess,
  type StaffAccess,
} from '#contract/operation.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { PartnerKey } from '../keys/verify.ts'
import { mostUploadBytes } from '../photos/photo-size.ts'
import type { MemberCaller, PartnerMemberCaller } from './admin/caller.ts'
import type { Caller } from './app-api/caller.ts'
import { preferredLanguage } from './language.ts'
import { onSurface } from './on-surface.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access of the operation of the app API; checked by admission. */
    access?: Access
    needsTerms?: true
    /** Least role for the operation of a panel, and whether it needs a fresh proof; checked by admission. */
    memberAccess?: StaffAccess | PartnerAccess
    stepUp?: true
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

/** A validated and authorized request. */
type Call<O extends Operation> = {
  caller: CallerOf<O>
  params: StaticOf<O['params']>
  query: StaticOf<O['query']>
  body: O extends { takesPhoto: true } ? Buffer : StaticOf<O['body']>
  /** Language of texts in the response: that of `Accept-Language`, else of the caller, else English. */
  language: Language
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Adds the route of an operation to the scope of its API, with its schemas, access and success status. The schema of
 * the response is for serialization, so that undeclared members are never sent. If the handler returns a `Readable`, it
 * is streamed as the body; if it returns `reply`, it has sent the response itself. In the scope of the partner's pages,
 * an operation of the operator's panel becomes the one that is derived from it (`on-surface.ts`).
 */
export function mount<const O extends Operation>(
  scope: FastifyInstance,
  given: O,
  handler: (call: Call<O>) => Promise<SuccessOf<O> | Readable | FastifyReply>,
): void {
  const operation = onSurface(scope, given)
  const { method, url, params, query, body, takesPhoto, streams } = operation
  const [status, schema] = goodAnswer(operation)
  scope.route({
    method,
    url: url.slice(scope.prefix.length),
    config: {
      ...accessOf(operation),
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
      const answer = await handler(callOf<O>(request, reply, operation))
      if (answer === reply || reply.sent) return reply
      return reply.code(status).send(answer)
    },
  })
}

/** What admission reads of the operation. Partner operations need a key, which their admission knows by itself. */
function accessOf({ url, access, needsTerms, stepUp }: Operation): FastifyContextConfig {
  if (access === 'partner_key') return {}
  if (!isOfMembers(url)) return { access: access as Access, ...(needsTerms && { needsTerms }) }
  return { memberAccess: access as StaffAccess | PartnerAccess, ...(stepUp && { stepUp }) }
}

const isOfMembers = (url: string): boolean => url.startsWith('/admin/') || url.startsWith('/partner/')

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
  operation: Operation,
): Call<O> {
  const { query, body, headers } = request
  const params = withPartner(request, operation)
  const { caller, own } = callerOf(request, operation)
  const language = preferredLanguage(headers['accept-language']) ?? own ?? 'en'
  // Admission and the validator have checked these types before the handler runs.
  return { caller, params, query, body, language, request, reply } as Call<O>
}

/** The authenticated caller, and the language of the caller's texts. */
function callerOf(request: FastifyRequest, { access, url }: Operation) {
  if (access === 'partner_key') return { caller: request.partnerKey, own: request.partnerKey.smsLanguage }
  const caller = isOfMembers(url) ? request.member : request.caller
  return { caller, own: caller?.language }
}

/**
 * On the partner's pages, the partner of an operation is always that of the session, never one that the request names.
 */
const withPartner = ({ params, member }: FastifyRequest, { url }: Operation): unknown =>
  url.startsWith('/partner/') ? { ...(params as object), partner_id: member?.partnerId } : params
