import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { drayVersion } from '../lib/version.ts'
import { type HealthNeeds, mountHealth } from './observability/health.ts'

async function probe(path: string, needs: Partial<HealthNeeds> = {}) {
  const app = fastify()
  mountHealth(app, { pingDatabase: async () => {}, isStopping: () => false, ...needs })
  const response = await app.inject(path)
  return { status: response.statusCode, body: response.json<unknown>() }
}

test('a healthy process tells its version', async () => {
  const version = drayVersion()
  assert.deepEqual(await probe('/health/live'), { status: 200, body: { status: 'ok', version } })
  assert.deepEqual(await probe('/health/ready'), {
    status: 200,
    body: { status: 'ok', database: 'ok', version },
  })
})

test('a process that is not ready tells only why', async () => {
  assert.deepEqual(await probe('/health/ready', { isStopping: () => true }), {
    status: 503,
    body: { status: 'stopping' },
  })
  assert.deepEqual(
    await probe('/health/ready', { pingDatabase: () => Promise.reject(new Error('refused')) }),
    {
      status: 503,
      body: { status: 'unavailable', database: 'unreachable' },
    },
  )
})
