import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { jobRequest } from '#contract/samples.ts'
import { sandboxOpenApi } from '#contract/sandbox/openapi.ts'
import { previewPrice, previewText } from '#contract/sandbox/previews.ts'
import {
  acceptedAnswer,
  clockAnswer,
  clockMovedAnswer,
  clockRefusals,
  jobsAnswer,
  moveRefusals,
  priceAnswer,
  signedInAnswer,
  storiesAnswer,
  textPreviewAnswer,
  textsAnswer,
  windowAnswer,
} from '#contract/sandbox/samples.ts'
import { makeMove } from '#contract/sandbox/world.ts'
import { schemasOf } from '../support/document-schemas.ts'
import { startDray } from '../support/dray.ts'
import { phoneOf, sandboxUser } from '../support/sandbox.ts'

// The examples of the sandbox's document are valid, and are what the server answers.

type Media = { schema: object; example?: unknown; examples?: Record<string, { value: unknown }> }
type Operation = {
  operationId: string
  requestBody?: { content: { 'application/json': Media } }
  responses: Record<string, { content?: { 'application/json': Media } }>
}

const app = await startDray({ BASE_URL: 'https://dray.example' })
after(() => app[Symbol.asyncDispose]())
const user = await sandboxUser(app)
const byHand = { ...jobRequest, size: 'M' as const, customer_phone: phoneOf('by_hand') }

test('sandbox: the document has an example of each request and of each answer with a body, and each is valid', () => {
  const document = JSON.parse(JSON.stringify(sandboxOpenApi('https://dray.example', '0'))) as {
    paths: Record<string, Record<string, Operation>>
  }
  const faultsOf = schemasOf(document)
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const { operationId, requestBody, responses } of operations) {
    if (requestBody) {
      const { schema, example } = requestBody.content['application/json']
      assert.equal(faultsOf(schema, example), '', operationId)
    }
    for (const [status, { content }] of Object.entries(responses)) {
      if (!content) continue
      const { schema, examples = {} } = content['application/json']
      assert.ok(Object.keys(examples).length > 0, `${operationId} ${status} has an example`)
      for (const [name, { value }] of Object.entries(examples))
        assert.equal(faultsOf(schema, value), '', `${operationId} ${status} ${name}`)
    }
  }
})

/** Ids, links and instants differ from run to run. */
const masked = (answer: unknown): unknown =>
  JSON.parse(
    JSON.stringify(answer)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'AT')
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
      .replaceAll(/draft\/\w{14}/g, 'draft/LINK')
      .replaceAll(/"(after_seconds|ahead_seconds|limit)":-?[\d.]+/g, '"$1":0'),
  )

const assertShown = (answer: { body: unknown }, shown: object): void =>
  assert.deepEqual(masked(answer.body), masked(shown))

test('sandbox: the clock, a job and its texts are as shown', async () => {
  const created = await user.create(byHand)
  const { job_id: jobId } = created.body
  const named = await user.call('/sandbox/v1/clock', {
    headers: { 'dray-world': 'checkout-tests' },
    body: { advance_seconds: 60 },
  })
  assert.equal(named.status, 200, named.text)
  assertShown(await user.sandbox('GET', '/clock'), clockAnswer)
  assertShown(await user.sandbox('POST', `/jobs/${jobId}/moves`, makeMove.example), signedInAnswer)
  for (const move of ['pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  assertShown(await user.sandbox('GET', `/jobs/${jobId}`), acceptedAnswer)
  assertShown(await user.sandbox('GET', '/jobs'), jobsAnswer)
  const { body } = await user.sandbox<typeof textsAnswer>('GET', '/sms')
  assertShown({ body: { sms: body.sms.filter(({ kind }) => kind !== 'notice') } }, textsAnswer)
  const happy = await sandboxUser(app)
  await happy.begin('happy')
  assertShown(await happy.sandbox('POST', '/clock', { to: 'next' }), clockMovedAnswer)
})

test('sandbox: the details of refused bodies are as shown', async () => {
  const jobId = await user.begin('by_hand')
  const detailsOf = async (path: string, body: object) => {
    const answer = await user.sandbox<{ details: object }>('POST', path, body)
    assert.equal(answer.status, 400)
    return answer.body.details
  }
  assert.deepEqual(await detailsOf('/clock', {}), clockRefusals.noTarget)
  assert.deepEqual(await detailsOf('/clock', { to: '2020-01-01T00:00:00Z' }), clockRefusals.badTarget)
  assert.deepEqual(await detailsOf('/clock', { to: 'next', job_id: jobId }), clockRefusals.onlyToEnd)
  assert.deepEqual(await detailsOf(`/jobs/${jobId}/moves`, { do: 'fly' }), moveRefusals.unknownMove)
  assert.deepEqual(await detailsOf(`/jobs/${jobId}/moves`, { do: 'rate', stars: 6 }), moveRefusals.badStars)
})

test('sandbox: the stories, the window and the previews are as shown', async () => {
  const { body } = await user.sandbox<typeof storiesAnswer>('GET', '/stories')
  assert.deepEqual(body.stories.slice(0, 1), storiesAnswer.stories)
  assertShown(await user.sandbox('POST', '/limit', { remaining: 0 }), windowAnswer)
  assertShown(await user.call(previewPrice.url, { body: previewPrice.example }), priceAnswer)
  assertShown(await user.call(previewText.url, { body: previewText.example }), textPreviewAnswer)
})
