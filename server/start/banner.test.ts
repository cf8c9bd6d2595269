import assert from 'node:assert/strict'
import { test } from 'node:test'
import { banner } from './banner.ts'

const facts = { baseUrl: 'http://x', welcome: null, owner: null, coarse: null, isPlay: true, missing: [] }

test('with DATABASE_URL the start names commands that know its settings', () => {
  const elsewhere = banner({ ...facts, dataDir: null })
  assert.match(elsewhere, /need the same settings: docs\/operating\.md, Commands\n/)
  assert.match(elsewhere, /Make a key: {2}dray partner create/)
  const here = banner({ ...facts, dataDir: '/data' })
  assert.match(here, /Make a key: {2}npm run --silent dray -- partner create/)
  assert.doesNotMatch(here, /need the same settings/)
})
