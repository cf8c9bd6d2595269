import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTasks, startDray } from '../../../test/support/dray.ts'
import { serveLocally } from '../../../test/support/local-server.ts'
import { makeDue } from '../../../test/support/sms.ts'
import { startSmsProvider } from '../../../test/support/sms-provider.ts'
import { until } from '../../../test/support/until.ts'

/** A Sinch whose answer a test sets; it keeps the references of the batches that it has taken. */
async function startSinch() {
  const sinch = { taken: [] as string[], answer: 'accept' as 'accept' | 'refuse' | 'take and hang up' }
  const server = await serveLocally((request, response, body) => {
    if (request.method === 'GET') {
      const reference = new URL(request.url ?? '', 'http://sinch').searchParams.get('client_reference')
      const batches = sinch.taken
        .filter((taken) => taken === reference)
        .map((client_reference) => ({ id: `B-${client_reference}`, client_reference }))
      return response.end(JSON.stringify({ count: batches.length, page: 0, page_size: 1, batches }))
    }
    if (sinch.answer === 'refuse') return response.writeHead(403).end('{"code":"forbidden"}')
    const { client_reference } = JSON.parse(body) as { client_reference: string }
    sinch.taken.push(client_reference)
    if (sinch.answer === 'take and hang up') return response.destroy()
    return response.writeHead(201).end(JSON.stringify({ id: `B-${client_reference}` }))
  })
  return Object.assign(sinch, {
    env: {
      SINCH_SERVICE_PLAN_ID: 'plan',
      SINCH_API_TOKEN: 'token',
      SINCH_FROM: '34911',
      SINCH_URL: server.url,
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  })
}

async function startScene() {
  const stack = new AsyncDisposableStack()
  const sinch = stack.use(await startSinch())
  const twilio = stack.use(await startSmsProvider())
  const app = stack.use(await startDray({ ...twilio.env, ...sinch.env, SMS_PROVIDER: 'sinch,twilio' }))
  const partner = await app.partner()
  const rowOf = (jobId: string) =>
    app.db.kysely
      .selectFrom('sms')
      .select(['id', 'status', 'provider', 'provider_message_id'])
      .where('job_id', '=', jobId)
      .executeTakeFirstOrThrow()
  return { sinch, twilio, app, partner, rowOf, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() }
}

test('decision 56: a draft’s text that Sinch refuses is sent by Twilio in the same request', async () => {
  await using scene = await startScene()
  const { sinch, twilio, partner, rowOf } = scene
  sinch.answer = 'refuse'
  const { body, headers } = await partner.create()
  assert.equal(headers.get('x-sms-status'), 'sent')
  assert.deepEqual([sinch.taken.length, twilio.ledger.length], [0, 1])
  const { status, provider } = await rowOf(body.job_id)
  assert.deepEqual([status, provider], ['sent', 'twilio'])
})

test('decision 56: a text that Sinch took without an answer is found there, and sent by no other', async () => {
  await using scene = await startScene()
  const { sinch, twilio, app, partner, rowOf } = scene
  sinch.answer = 'take and hang up'
  const { body, headers } = await partner.create()
  assert.equal(headers.get('x-sms-status'), 'retrying')
  const { id } = await rowOf(body.job_id)
  await makeDue(app.db, id)
  await using _tasks = runTasks(app)
  await until('the text is settled', async () => (await rowOf(body.job_id)).status === 'sent')
  assert.deepEqual([sinch.taken, twilio.ledger.length], [[id], 0])
  const { provider, provider_message_id } = await rowOf(body.job_id)
  assert.deepEqual([provider, provider_message_id], ['sinch', `B-${id}`])
})
