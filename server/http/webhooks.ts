import type { FastifyInstance } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { type NewsNeeds, noteNews } from '../payments/note-news.ts'
import { beginEvent, endEvent, type WebhookReader } from '../payments/webhook.ts'

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
  await app.register(async (scope) => {
    // The signature is over the bytes as they came, so nobody may read them as anything before.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.post('/webhooks/stripe', async ({ body, headers }, reply) => {
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
  })
}

const maxBytes = 262_144

const unsigned = new Problem('validation_error', {
  en: 'The signature does not fit the body.',
  es: 'La firma no corresponde al contenido.',
})
