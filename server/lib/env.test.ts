import assert from 'node:assert/strict'
import test from 'node:test'
import { Type } from 'typebox'
import { readEnv } from './env.ts'

const sample = Type.Object({
  PORT: Type.Integer({ minimum: 1, default: 80 }),
  HOST: Type.String({ minLength: 1 }),
  NOTE: Type.Optional(Type.String({ maxLength: 3 })),
})

test('settings that are absent have their defaults, and an empty one is absent', () => {
  assert.deepEqual(readEnv(sample, { HOST: 'a', PORT: '', OTHER: 'b' }), {
    ok: true,
    value: { PORT: 80, HOST: 'a' },
  })
  assert.deepEqual(readEnv(sample, { HOST: 'a', PORT: '8080', NOTE: 'abc' }), {
    ok: true,
    value: { PORT: 8080, HOST: 'a', NOTE: 'abc' },
  })
})

test('every fault is named, and none tells the value', () => {
  const read = readEnv(sample, { PORT: '0', NOTE: 'secret' })
  assert.deepEqual(read, {
    ok: false,
    faults: ['HOST is required', 'PORT must be >= 1', 'NOTE must NOT have more than 3 characters'],
  })
})
