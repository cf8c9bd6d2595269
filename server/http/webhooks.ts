import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyError, FastifyInstance } from 'fastify'
import { isUuid } from '../lib/ids.ts'
import { Problem } from '../lib/problem.ts'
import { recordDispute } from '../payments/events/disputes.ts'
import { handleProcessorEvent } from '../payments/events/handle.ts'
import type { ProcessorEventNeeds } from '../payments/events/needs.ts'
import { beginEvent, endEvent } from '../payments/events/webhook-events.ts'
import type { ProcessorWebhook } from '../payments/processor.ts'
import { recordDelivery } from '../sms/delivery.ts'
import type { DeliveryReader, DeliveryReport } from '../sms/provider.ts'
import { notFound } from './errors/errors.ts'
import { refuseUnknown } from './errors/refuse-unknown.ts'
import { type BodyBudget, boundBodies } from './limits/body-budget.ts'

export type WebhookNeeds = ProcessorEventNeeds & {
  /** Null if the processor sends no events; then the route does not exist. */
  processorWebhook: ProcessorWebhook | null
  bodies: BodyBudget
  /** The SMS providers that post delivery reports. */
  deliveries: readonly { provider: string; read: DeliveryReader }[]
  /** Called for each report that changed a text. */
  onDelivery: (provider: string, delivery: DeliveryReport['delivery']) => void
}

/** Routes for requests of outside services. A service that is not set up has no route. */
export async function mountWebhooks(app: FastifyInstance, needs: WebhookNeeds): Promise<void> {
  const { processorWebhook, deliveries } = needs
  const doors = [
    ...(processorWebhook ? [{ method: 'POST', url: `/webhooks${processorWebhook.path}` }] : []),
    ...deliveries.map(({ provider }) => ({ method: 'POST', url: `/webhooks/${provider}/:sms_id` })),
  ]
  if (doors.length === 0) return
  await app.register(
    async (scope) => {
      readBytesOnly(scope)
      scope.addHook('onRequest', refuseUnknown(doors))
      boundBodies(scope, needs.bodies)
      // Never called. Without a handler, the hook above would not run for unknown paths.
      scope.setNotFoundHandler(() => {
        throw notFound
      })
      if (processorWebhook) mountProcessorEvents(scope, needs, processorWebhook)
      for (const delivery of deliveries) mountDeliveries(scope, needs, delivery)
    },
    { prefix: '/webhooks' },
  )
}

/**
 * `POST /webhooks/<processor>`. An event only says which objects to read again: amounts and outcomes are read from the
 * processor. Each event id is stored and handled once. On an error the response is 5xx, so the processor retries.
 */
function mountProcessorEvents(scope: FastifyInstance, needs: WebhookNeeds, webhook: ProcessorWebhook): void {
  const { kysely } = needs
  const { path, maxBytes: bodyLimit, events } = webhook
  scope.post(path, { bodyLimit }, async ({ body, headers }, reply) => {
    const wanted = pick(headers, webhook.headers)
    if (!Buffer.isBuffer(body) || !wanted) throw unsigned
    const event = await webhook.verify({ bytes: body, headers: wanted })
    if (!event) throw unsigned
    if (events.includes(event.kind) && (await beginEvent(kysely, event))) {
      for (const reference of event.references) await handleProcessorEvent(needs, reference)
      for (const dispute of event.disputes) await recordDispute(needs, dispute)
      await endEvent(kysely, event)
    }
    return reply.code(200).send({ received: true })
  })
}

/** Returns null when one of the headers is missing. */
function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> | null {
  const found = names.flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return found.length === names.length ? Object.fromEntries(found) : null
}

/** `POST /webhooks/<SMS provider>/:sms_id`: delivery report for a text that the provider had accepted. */
function mountDeliveries(
  scope: FastifyInstance,
  { kysely, onDelivery }: WebhookNeeds,
  { provider, read }: WebhookNeeds['deliveries'][number],
): void {
  const path = `/${provider}/:sms_id`
  scope.post<{ Params: { sms_id: string } }>(path, { bodyLimit: maxReportBytes }, async (request, reply) => {
    const { body, url, params, headers } = request
    const header = (name: string) => {
      const value = headers[name]
      return typeof value === 'string' ? value : undefined
    }
    const report = Buffer.isBuffer(body) ? read({ path: url, bytes: body, header }) : 'unsigned'
    if (report === 'unsigned') throw unsigned
    if (report && isUuid(params.sms_id)) {
      const isNews = await recordDelivery(kysely, { ...report, smsId: params.sms_id, provider })
      if (isNews) onDelivery(provider, report.delivery)
    }
    return reply.code(204).send()
  })
}

const maxReportBytes = 262_144

/** Keeps bodies as bytes: a signature covers the exact bytes, so the check precedes the parsing. */
function readBytesOnly(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  const answerError = scope.errorHandler
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    answerError.call(
      scope,
      error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(request.routeOptions.bodyLimit) : error,
      request,
      reply,
    ),
  )
}

const unsigned = new Problem('validation_error', (t) => t.requests.unsigned)

const tooLarge = (maxBytes: number) => new Problem('payload_too_large', (t) => t.requests.tooLarge(maxBytes))
