import type { FastifyReply, FastifyRequest } from 'fastify'
import type { createJob as operation } from '#contract/partner.ts'
import { languages } from '#contract/vocabulary.ts'
import { createDraft } from '../../jobs/drafts/create-draft.ts'
import { DuplicateReference } from '../../jobs/drafts/reference.ts'
import { type LinkSettings, smsLink } from '../../jobs/links.ts'
import { Problem } from '../../lib/problem.ts'
import { losesAnswer } from '../../sandbox/address-words.ts'
import type { NeedsByMode } from '../../sandbox/needs-by-mode.ts'
import { refuseTooMany } from '../../sandbox/world.ts'
import { texts } from '../../texts/index.ts'
import { helpLink } from '../errors/help.ts'
import { hangUpOf } from '../limits/connections.ts'
import type { Handler } from '../mount.ts'
import { answerLanguage } from '../requests/language.ts'
import { worldOf } from '../sandbox/world-header.ts'
import { presentCreatedJob } from './views.ts'

/** Spec 4.2. */
export const createJob =
  ({ links, needsOf }: { links: LinkSettings; needsOf: NeedsByMode }): Handler<typeof operation> =>
  async ({ caller: key, body: input, language, request, reply }) => {
    const needs = needsOf({ key, hangUp: () => hangUpOf(reply) })
    const which = worldOf(request, key)
    const world = which.name || null
    const order = { key, input, idempotencyKey: idempotencyKey(request), world }
    try {
      if (world !== null) await refuseTooMany(needs.kysely, which)
      const created = await createDraft(needs, order)
      const { id, shortId, customerPhone } = created.draft
      reply.header('location', `/v1/jobs/${id}`).header('x-sms-status', created.sms)
      reply.header('link', `<${smsLink(links, shortId, customerPhone)}>; rel="alternate"`)
      if (created.replayed) reply.header('idempotent-replayed', 'true')
      else if (key.mode === 'test' && losesAnswer(input)) request.raw.socket.destroy()
      return presentCreatedJob(created, links, language)
    } catch (error) {
      if (error instanceof DuplicateReference) return refuseDuplicate(error, request, reply)
      throw error
    }
  }

/** Spec part 7: a taken reference is refused with a different body. */
function refuseDuplicate(
  { jobId }: DuplicateReference,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = answerLanguage(request.headers['accept-language'], { known: languages })
  request.refusal = duplicateReference
  return reply
    .code(400)
    .header('location', `/v1/jobs/${jobId}`)
    .header('link', helpLink({ status: 400, code: null }, language))
    .send({ detail: texts[language].partners.duplicate })
}

/** Its body has no code; the request log still has the error. */
const duplicateReference = { code: 'duplicate_reference', field: 'external_reference' }

function idempotencyKey({ headers }: FastifyRequest): string | null {
  const value = headers['idempotency-key']
  if (value === undefined) return null
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value
  throw new Problem('validation_error', (t) => t.partners.headerNotValid, {
    details: {
      'Idempotency-Key': (t) => t.partners.idempotencyKey,
    },
  })
}
