import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseBuffer } from './release-buffer.ts'

test('a buffer that owns its memory loses it, and may be released again', () => {
  const buffer = Buffer.allocUnsafeSlow(100_000)
  releaseBuffer(buffer)
  assert.equal(buffer.length, 0)
  releaseBuffer(buffer)
})

test('a part of a buffer, and a small buffer that shares its memory, keep their bytes', () => {
  const whole = Buffer.allocUnsafeSlow(100_000).fill('x')
  const small = Buffer.from('small')
  for (const part of [whole.subarray(1), small]) {
    const before = Buffer.from(part)
    releaseBuffer(part)
    assert.deepEqual(part, before)
  }
})
