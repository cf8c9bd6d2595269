import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages } from '#contract/vocabulary.ts'
import { preferredLanguage } from '../requests/language.ts'
import { answerStatic, type StaticBody, staticBody } from './static-body.ts'

/** One page, rendered once in every language, and its content security policy. */
export type Pages = { bodies: Record<Language, StaticBody>; policy: string }

/** @param policy the content security policy of the page; by default the strict one. */
export function renderPages(render: (language: Language) => string, policy = strictPolicy): Pages {
  const bodies = languages.map((language) => [language, staticBody(render(language))])
  return { bodies: Object.fromEntries(bodies) as Pages['bodies'], policy }
}

/** For a page without a session: the browser caches it and revalidates (`answerStatic`). */
export const mayBeKept = { 'cache-control': 'no-cache' }

/** Sends the page in the language of `?lang=`, else of the browser, else in English. */
export function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { bodies, policy }: Pages,
  more: Record<string, string> = {},
) {
  const language = pageLanguage(request)
  reply.headers({ ...pageHeaders, 'content-security-policy': policy, ...more })
  reply.header('content-language', language).header('vary', 'accept-language')
  return answerStatic(request, reply, bodies[language])
}

/** Sends a page without a session whose URL names its language, with the strict policy or a looser one. */
export function answerPageIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { language, body, policy = strictPolicy }: { language: Language; body: StaticBody; policy?: string },
) {
  reply.headers({ ...pageHeaders, ...(reply.statusCode === 200 && mayBeKept) })
  reply.headers({ 'content-security-policy': policy, 'content-language': language })
  return answerStatic(request, reply, body)
}

export function pageLanguage({ query, headers }: FastifyRequest): Language {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return (
    languages.find((language) => language === lang) ?? preferredLanguage(headers['accept-language']) ?? 'en'
  )
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
