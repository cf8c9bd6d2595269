import { estimateRequest } from '#contract/samples.ts'
import { revokeKey } from '../../server/keys/issue.ts'
import type { TestDray } from '../../test/support/dray.ts'
import { unknownAddress } from '../../test/support/trips.ts'
import type { ApiRequest, Prism, Validated } from './prism.ts'
import { requestsWith } from './requests.ts'
import { judged, type Seen } from './seen.ts'

/** Sends requests to one Dray through Prism, and keeps what Prism saw. */
export type Caller = (request: ApiRequest, expected: number) => Promise<Validated>

/** An unexpected status counts as a violation: the request did not cause the intended response. */
export function callerOf(prism: Prism, { url }: Pick<TestDray, 'url'>, seen: Seen[]): Caller {
  const port = Number(new URL(url).port)
  return async (request, expected) => {
    const answer = await prism.send(request, { port })
    const { operationId, status, violations } = judged(request, answer.status, answer.violations)
    const wrong = `${operationId}: expected ${expected}, got ${status} ${answer.text.slice(0, 200)}`
    seen.push({ operationId, status, violations: status === expected ? violations : [...violations, wrong] })
    return answer
  }
}

/** The requests of a partner whose integration works. */
export async function callWell(call: Caller, app: TestDray): Promise<void> {
  const { apiKey } = await app.partner({ mode: 'test' })
  const { estimate, create, read } = requestsWith(apiKey)
  await call(estimate(), 200)
  await call(create({ body: { description: 'Two\nlines', photos: [] } }), 201)
  const once = create({ body: { external_reference: 'prism-1' }, headers: { 'idempotency-key': 'prism-1' } })
  const { text } = await call(once, 201)
  await call(once, 201)
  const { job_id } = JSON.parse(text) as { job_id: string }
  const { headers } = await call(read(job_id), 200)
  await call(read(job_id, { headers: { 'if-none-match': headers.etag ?? '' } }), 304)
}

/** The requests that a healthy Dray refuses. */
export async function callBadly(call: Caller, app: TestDray): Promise<void> {
  const partner = await app.partner({ mode: 'test' })
  const { estimate, create, read } = requestsWith(partner.apiKey)
  const lost = { ...estimateRequest, pickup: unknownAddress }
  const typed = { headers: { 'content-type': 'text/plain' } }
  const large = { body: { title: 'x'.repeat(70_000) } }
  await call(estimate({ body: { ...estimateRequest, size: 'XXL' } }), 400)
  await call(estimate(large), 413)
  await call(estimate(typed), 415)
  await call(estimate({ body: lost }), 422)
  await call(create({ body: { size: 'XXL' } }), 400)
  const first = create({ body: { external_reference: 'prism-2' }, headers: { 'idempotency-key': 'prism-2' } })
  await call(first, 201)
  await call(create({ body: { external_reference: 'prism-2' } }), 400)
  await call(create({ body: { title: 'Other' }, headers: { 'idempotency-key': 'prism-2' } }), 422)
  await call(create(large), 413)
  await call(create(typed), 415)
  await call(create({ body: { pickup: unknownAddress } }), 422)
  await call(read(), 404)
  const { body: job } = await partner.create()
  await call(requestsWith((await app.partner()).apiKey).read(job.job_id), 403)
}

/** Keys that are unknown, revoked or over their limit. */
export async function callWithoutRight(call: Caller, app: TestDray): Promise<void> {
  const wrong = requestsWith('wrong')
  for (const request of [wrong.estimate(), wrong.create(), wrong.read()]) await call(request, 401)
  const revoked = await app.partner()
  await revokeKey(app.db, revoked.keyId)
  const former = requestsWith(revoked.apiKey)
  for (const request of [former.estimate(), former.create(), former.read()]) await call(request, 403)
  const { apiKey } = await app.partner({ rateLimit: 1 })
  const limited = requestsWith(apiKey)
  await call(limited.read(), 404)
  for (const request of [limited.estimate(), limited.create(), limited.read()]) await call(request, 429)
}
