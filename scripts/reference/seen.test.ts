import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Violation } from './prism.ts'
import { requestsWith } from './requests.ts'
import { judged, notSeen } from './seen.ts'

const found = (place: string): Violation => ({ location: [place, 'body'], severity: 'Error', message: 'x' })
const both = [found('request'), found('response')]

test('a violation of a request counts only if Dray accepted the request; one of a response always counts', () => {
  const { estimate } = requestsWith('any')
  assert.deepEqual(judged(estimate(), 400, both).violations, ['estimatePrice 400 response.body: x'])
  assert.deepEqual(judged(estimate(), 200, both).violations, [
    'estimatePrice 200 request.body: x',
    'estimatePrice 200 response.body: x',
  ])
})

test('a documented response that no call has provoked is named', () => {
  const seen = [{ operationId: 'readJob', status: 200, violations: [] }]
  const missing = notSeen(seen)
  assert.ok(missing.includes('readJob 304') && missing.includes('createJob 201'))
  assert.ok(!missing.includes('readJob 200'))
})
