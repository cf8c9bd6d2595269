import { type Static, Type } from 'typebox'
import type { Dispatcher } from 'undici'
import { createHttpClient } from '../../lib/http-client.ts'
import { ProviderError } from '../../lib/provider-error.ts'
import { retryAfterOf } from '../../lib/retry-pause.ts'
import type { OutgoingSms, SmsProviderModule } from '../provider.ts'
import { fieldOf, unanswered } from './http-answers.ts'
import { callbackOf, sinchDelivery } from './sinch-delivery.ts'

const env = Type.Object({
  SINCH_SERVICE_PLAN_ID: Type.String({ minLength: 1 }),
  SINCH_API_TOKEN: Type.String({ minLength: 1, secret: true }),
  SINCH_FROM: Type.Optional(Type.String({ minLength: 1 })),
  SINCH_CALLBACK_USER: Type.Optional(Type.String({ minLength: 1, pattern: '^[^:]+$' })),
  SINCH_CALLBACK_PASSWORD: Type.Optional(Type.String({ minLength: 1, secret: true })),
  SINCH_URL: Type.String({
    default: 'https://eu.sms.api.sinch.com',
    format: 'service-url',
  }),
})
type Settings = Static<typeof env>

/** Sinch's SMS API `xms/v1`. Its `client_reference` is the id of our row, by which a batch is found again. */
export const sinch: SmsProviderModule<typeof env> = {
  env,
  faults: ({ SINCH_CALLBACK_USER: user, SINCH_CALLBACK_PASSWORD: password }) =>
    (user === undefined) === (password === undefined)
      ? []
      : ['SINCH_CALLBACK_USER and SINCH_CALLBACK_PASSWORD must be set together'],
  sender: ({ SINCH_FROM }) => SINCH_FROM ?? null,
  delivery: (settings, needs) => sinchDelivery(settings, needs),
  connect(settings, { baseUrl }) {
    const call = createCaller(settings)
    return {
      name: 'sinch',
      delivers: true,
      async send(sms, signal) {
        const answer = await call('', { signal, body: batchOf(sms, settings, baseUrl) }).catch(
          throwUnanswered,
        )
        return readSent(answer)
      },
      async find(id, signal) {
        const answer = await call(`?${findQuery(id)}`, { signal }).catch((error: unknown) => {
          throw lookUpFailed(unanswered('sinch', error).message)
        })
        return readFound(answer, id)
      },
    }
  },
}

type Call = { signal: AbortSignal; body?: object }

/** Calls `/batches` with `path` after it: POST with a body, else GET. */
function createCaller({ SINCH_URL, SINCH_SERVICE_PLAN_ID, SINCH_API_TOKEN }: Settings) {
  const plan = encodeURIComponent(SINCH_SERVICE_PLAN_ID)
  const url = `${SINCH_URL.replace(/\/+$/, '')}/xms/v1/${plan}/batches`
  const authorization = `Bearer ${SINCH_API_TOKEN}`
  const request = createHttpClient({ connect: { timeout: 1_000 }, maxResponseSize: 65_536 })
  return (path: string, { signal, body }: Call) =>
    request(url + path, {
      signal,
      method: body ? 'POST' : 'GET',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
}

/** One recipient in a batch, so that its report is the report of the batch. */
function batchOf({ id, to, body, sender }: OutgoingSms, settings: Settings, baseUrl: string) {
  const from = sender ?? settings.SINCH_FROM
  return {
    ...(from !== undefined && { from: from.replace(/^\+/, '') }),
    to: [to.replace(/^\+/, '')],
    body,
    type: 'mt_text',
    client_reference: id,
    ...callbackOf(settings, { baseUrl, id }),
  }
}

/** Only a 201 with an id is an acceptance. Sinch documents no 5xx, so after any of them the batch may exist. */
async function readSent({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<{ messageId: string }> {
  const answer = await body.json().catch(() => null)
  const messageId = fieldOf(answer, 'id')
  if (statusCode === 201 && typeof messageId === 'string') return { messageId }
  const reason = reasonWith(statusCode, fieldOf(answer, 'code'))
  const refused = statusCode >= 300 && statusCode < 500
  if (!refused) throw new ProviderError('sinch', reason, { retryable: true, outcome: 'unknown' })
  const header = headers['retry-after']
  throw new ProviderError('sinch', reason, {
    retryable: passing.has(statusCode),
    outcome: 'refused',
    retryAfterSeconds: retryAfterOf(typeof header === 'string' ? header : null),
  })
}

/** Temporary refusals: rate limit, and credentials or rights that the operator can correct. */
const passing = new Set([401, 403, 429])

/** Codes are words such as `syntax_invalid_parameter_format`; the text beside them may quote the phone. */
const reasonWith = (statusCode: number, code: unknown): string =>
  typeof code === 'string' && /^[a-z_]{1,64}$/.test(code)
    ? `status ${statusCode}, code ${code}`
    : `status ${statusCode}`

/** Sinch lists the last 24 hours unless it is asked for more; an SMS may be retried for longer. */
const findQuery = (id: string): string =>
  new URLSearchParams({
    client_reference: id,
    start_date: new Date(Date.now() - listedDays * 86_400_000).toISOString(),
    page_size: '1',
  }).toString()

/** Sinch keeps batches in its list for 14 days. */
const listedDays = 14

async function readFound(
  { statusCode, body }: Dispatcher.ResponseData,
  id: string,
): Promise<{ messageId: string } | null> {
  const answer = await body.json().catch(() => null)
  const batches = fieldOf(answer, 'batches')
  if (statusCode !== 200 || !Array.isArray(batches)) throw lookUpFailed(`status ${statusCode}`)
  const messageId = fieldOf(
    batches.find((batch) => fieldOf(batch, 'client_reference') === id),
    'id',
  )
  return typeof messageId === 'string' ? { messageId } : null
}

/** The look-up failed: nothing was sent by it, and it must be repeated before the SMS is sent again. */
const lookUpFailed = (reason: string): ProviderError =>
  new ProviderError('sinch', `not looked up: ${reason}`, { retryable: true, outcome: 'refused' })

function throwUnanswered(error: unknown): never {
  throw unanswered('sinch', error)
}
