import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProviderError } from '../lib/provider-error.ts'
import { createAdmissionQueue } from './admission-queue.ts'

const urls = (host: string, count: number) => Array.from({ length: count }, () => `http://${host}/a.jpg`)

test('2A one host cannot fill the line, and all hosts together have an end', () => {
  let waiting = 0
  const line = createAdmissionQueue({
    total: 8,
    perHost: 6,
    perPartner: 8,
    onChange: (count) => (waiting = count),
  })
  line.join(urls('one', 6))
  assert.throws(() => line.join(urls('one', 1)), ProviderError)
  assert.throws(() => line.join([...urls('two', 2), ...urls('one', 1)]), ProviderError)
  assert.equal(waiting, 6, 'who is refused for one photo leaves none in line')
  line.join(urls('two', 2))
  assert.throws(() => line.join(urls('three', 1)), ProviderError)
  line.leave('http://one/a.jpg')
  line.join(urls('one', 1))
  assert.equal(waiting, 8)
})

test('what is no URL stands in line like the others', () => {
  let waiting = 0
  const line = createAdmissionQueue({
    total: 2,
    perHost: 1,
    perPartner: 2,
    onChange: (count) => (waiting = count),
  })
  line.join(['no URL'])
  assert.throws(() => line.join(['nor this']), ProviderError)
  line.leave('no URL')
  assert.equal(waiting, 0)
})

test('2A one partner cannot fill the line with many host names', () => {
  const line = createAdmissionQueue({ total: 8, perHost: 6, perPartner: 6, onChange: () => {} })
  line.join([...urls('one', 3), ...urls('two', 3)], 'A')
  assert.throws(() => line.join(urls('three', 1), 'A'), ProviderError)
  line.join(urls('three', 2), 'B')
  line.leave('http://one/a.jpg', 'A')
  line.join(urls('four', 1), 'A')
})
