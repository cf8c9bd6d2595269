import assert from 'node:assert/strict'
import test from 'node:test'
import { apis } from '../server/http/apis.ts'

test('no two operations have one id, over all APIs', () => {
  const ids = Object.values(apis).flatMap(({ operations }) =>
    operations.map(({ operationId }) => operationId),
  )
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  )
})
