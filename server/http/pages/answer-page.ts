import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import { answerLanguage } from '../requests/language.ts'
import { answerStatic, type StaticBody, staticBody } from './static-body.ts'

/** One page, rendered once in each of its languages, and its content security policy. */
export type Pages<L extends PersonLanguage = PersonLanguage> = {
  known: readonly L[]
  bodies: Record<L, StaticBody>
  policy: string
}

/** A page for people. @param policy the content security policy of the page; by default the strict one. */
export const renderPages = (render: (language: PersonLanguage) => string, policy = strictPolicy): Pages =>
  renderPagesIn(personLanguages, render, policy)

/** A page in fewer languages than those of people. */
export function renderPagesIn<L extends PersonLanguage>(
  known: readonly L[],
  render: (language: L) => string,
  policy = strictPolicy,
): Pages<L> {
  const bodies = known.map((language) => [language, staticBody(render(language))])
  return { known, bodies: Object.fromEntries(bodies) as Record<L, StaticBody>, policy }
}

/** For a page without a session: the browser caches it and revalidates (`answerStatic`). */
export const mayBeKept = { 'cache-control': 'no-cache' }

/** Sends the page in the language of `?lang=`, else of the browser, else in English. */
export function answerPage<L extends PersonLanguage>(
  request: FastifyRequest,
  reply: FastifyReply,
  { known, bodies, policy }: Pages<L>,
  more: Record<string, string> = {},
) {
  const language = pageLanguage(request, known)
  reply.headers({ ...pageHeaders, 'content-security-policy': policy, ...more })
  reply.header('content-language', language).header('vary', 'accept-language')
  return answerStatic(request, reply, bodies[language as L])
}

/** Sends a page without a session whose URL names its language, with the strict policy or a looser one. */
export function answerPageIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, body, policy = strictPolicy }: { language: PersonLanguage; body: StaticBody; policy?: string },
) {
  reply.headers({ ...pageHeaders, ...(reply.statusCode === 200 && mayBeKept) })
  reply.headers({ 'content-security-policy': policy, 'content-language': language })
  return answerStatic(request, reply, body)
}

/** The language of a page that exists in the known languages, English among them. */
export function pageLanguage<L extends PersonLanguage>(
  { query, headers }: FastifyRequest,
  known: readonly L[],
): L | 'en' {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return known.find((language) => language === lang) ?? answerLanguage(headers['accept-language'], { known })
}

/** The origin of another server that a page may load from, as a further source of a policy. */
export const originOf = (url: string | null): string => (url ? ` ${new URL(url).origin}` : '')

/** No content from other servers, and no request by scripts. */
export const strictPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': strictPolicy,
}
