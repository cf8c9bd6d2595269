import type { FastifyError, FastifyInstance } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { type NewsNeeds, noteNews } from '../payments/note-news.ts'
import { beginEvent, endEvent, type WebhookReader } from '../payments/webhook.ts'
import { answerError, notFound } from './errors.ts'
import { refuseUnknown } from './refuse-unknown.ts'

export type WebhookNeeds = NewsNeeds & {
  /** Null where no processor posts anything: then there is no such door. */
  webhookOf: WebhookReader | null
}

/**
 * `POST /webhooks/stripe`. An event says where to look again and nothing else: amounts and outcomes are read from the
 * processor. It is remembered by its id, handled once, and when anything fails the answer is 5xx: it comes again.
 */
export async function mountWebhooks(app: FastifyInstance, needs: WebhookNeeds): Promise<void> {
  const { kysely, webhookOf } = needs
  if (!webhookOf) return
  await app.register(
    async (scope) => {
      readBytesOnly(scope)
      scope.addHook('onRequest', refuseUnknown([{ method: 'POST', url: '/webhooks/stripe' }]))
      // Never reached: it makes the hook above run for unknown paths as well.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      scope.post('/stripe', async ({ body, headers }, reply) => {
        const signature = headers['stripe-signature']
        if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw unsigned
        const event = await webhookOf({ bytes: body, signature })
        if (!event) throw unsigned
        if (event.references.length > 0 && (await beginEvent(kysely, event))) {
          for (const reference of event.references) await noteNews(needs, reference)
          await endEvent(kysely, event)
        }
        return reply.code(200).send({ received: true })
      })
    },
    { prefix: '/webhooks' },
  )
}

const maxBytes = 262_144

/** A signature is over the bytes as they came, so nobody may read them as anything before. */
function readBytesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
    done(null, body),
  )
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge : error, request, reply),
  )
}

const unsigned = new Problem('validation_error', {
  en: 'The signature does not fit the body.',
  es: 'La firma no corresponde al contenido.',
})

const tooLarge = new Problem('payload_too_large', {
  en: 'The body is larger than 256 KiB.',
  es: 'El cuerpo supera los 256 KiB.',
})
