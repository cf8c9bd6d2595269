import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderError } from '../lib/provider-error.ts'
import { createAdmissionQueue } from './admission-queue.ts'

const urls = (host: string, count: number) => Array.from({ length: count }, () => `http://${host}/a.jpg`)

test('2A one host cannot fill the queue, and the queue is bounded for all hosts together', () => {
  let waiting = 0
  const queue = createAdmissionQueue({
    total: 8,
    perHost: 6,
    perPartner: 8,
    onChange: (count) => (waiting = count),
  })
  queue.join(urls('one', 6))
  assert.throws(() => queue.join(urls('one', 1)), ProviderError)
  assert.throws(() => queue.join([...urls('two', 2), ...urls('one', 1)]), ProviderError)
  assert.equal(waiting, 6, 'a request refused for one photo leaves none in the queue')
  queue.join(urls('two', 2))
  assert.throws(() => queue.join(urls('three', 1)), ProviderError)
  queue.leave('http://one/a.jpg')
  queue.join(urls('one', 1))
  assert.equal(waiting, 8)
})

test('a text that is not a URL is queued like the others', () => {
  let waiting = 0
  const queue = createAdmissionQueue({
    total: 2,
    perHost: 1,
    perPartner: 2,
    onChange: (count) => (waiting = count),
  })
  queue.join(['no URL'])
  assert.throws(() => queue.join(['nor this']), ProviderError)
  queue.leave('no URL')
  assert.equal(waiting, 0)
})

test('2A one partner cannot fill the queue with many host names', () => {
  const queue = createAdmissionQueue({ total: 8, perHost: 6, perPartner: 6, onChange: () => {} })
  queue.join([...urls('one', 3), ...urls('two', 3)], 'A')
  assert.throws(() => queue.join(urls('three', 1), 'A'), ProviderError)
  queue.join(urls('three', 2), 'B')
  queue.leave('http://one/a.jpg', 'A')
  queue.join(urls('four', 1), 'A')
})
