import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FetchRefused } from '#lib/safe-fetch/fetch-errors.ts'
import { afterAnswer, afterError } from './retry-policy.ts'

const answer = (status: number, attempts = 1, retryAfterSeconds: number | null = null) =>
  afterAnswer({ status, retryAfterSeconds }, attempts)

test('RFC 8030: accepted, gone, refused, and retryable responses', () => {
  for (const status of [200, 201, 202]) assert.equal(answer(status).is, 'sent')
  for (const status of [404, 410]) assert.equal(answer(status).is, 'forget')
  for (const status of [301, 400, 401, 403, 413]) assert.equal(answer(status).is, 'failed')
  for (const status of [429, 500, 503]) assert.equal(answer(status).is, 'again')
})

test('repeats come ever later, as late as asked, and end', () => {
  const delays = [1, 2, 3, 4].map((attempts) => {
    const next = answer(503, attempts)
    return next.is === 'again' ? next.delaySeconds : 0
  })
  assert.deepEqual(delays, [30, 120, 480, 1_920])
  assert.equal(answer(503, 5).is, 'failed')
  assert.deepEqual(answer(429, 1, 900), { is: 'again', delaySeconds: 900, why: 'status 429' })
  assert.deepEqual(answer(429, 1, 999_999), { is: 'again', delaySeconds: 3_600, why: 'status 429' })
})

test('a private address is refused for good, a lost answer is asked again, and no error text is kept', () => {
  assert.equal(afterError(new FetchRefused('address'), 1).is, 'failed')
  assert.equal(afterError(new FetchRefused('dns'), 1).is, 'again')
  const next = afterError(new TypeError('https://push.example/secret'), 1)
  assert.deepEqual(next, { is: 'again', delaySeconds: 30, why: 'TypeError' })
})
