import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { preferredLanguage } from '../language.ts'

/** What the call asks for, else what the partner is set to, else English. */
export const answerLanguage = (request: FastifyRequest): Language =>
  preferredLanguage(request.headers['accept-language']) ?? request.partnerKey.smsLanguage ?? 'en'
