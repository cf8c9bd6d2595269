import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/vocabulary.ts'
import { preferredLanguage } from '../language.ts'

/** Language of the response: that of `Accept-Language`, else of the partner's SMS, else English. */
export const answerLanguage = (request: FastifyRequest): Language =>
  preferredLanguage(request.headers['accept-language']) ?? request.partnerKey.smsLanguage ?? 'en'
