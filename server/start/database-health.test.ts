import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startPostgresImpostor } from '../../test/support/postgres-impostor.ts'
import { createHealth } from './database-health.ts'

// An error event without a listener would fail these tests, as it would end the server.
for (const failure of ['cuts', 'hangs'] as const) {
  test(`a database that ${failure} in the middle of the question is not ready, and does no other harm`, async () => {
    await using impostor = await startPostgresImpostor(failure)
    await assert.rejects(createHealth({ connectionString: impostor.url }).ping())
  })
}
