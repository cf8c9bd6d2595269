import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ConfigError } from './config-error.ts'
import { readConfig } from './read-config.ts'
import { parseSecretKey } from './secret-key.ts'

// Decision 24: `SECRET_KEY` is 32 random bytes in base64 or hex.

test('a secret key is read from base64, from base64 for URLs, from hex, and with a line end', () => {
  const key = randomBytes(32)
  const forms = [key.toString('base64'), key.toString('base64url'), key.toString('hex')]
  for (const text of [...forms, key.toString('hex').toUpperCase(), `${forms[0]}\n`])
    assert.deepEqual(parseSecretKey(text), key, text.length.toString())
  assert.deepEqual(readConfig({ SECRET_KEY: forms[0] }).secretKey, key)
  assert.equal(readConfig({}).secretKey, null)
})

test('a bad SECRET_KEY stops the start with a fault that names the format and not the value', () => {
  const short = randomBytes(31).toString('hex')
  const faultsOf = (text: string): string[] => {
    try {
      readConfig({ SECRET_KEY: text, PORT: 'x' })
    } catch (error) {
      return (error as ConfigError).faults
    }
    return []
  }
  const zeros = '0'.repeat(64)
  for (const bad of [
    'hunter2',
    short,
    `${short}0`,
    `${short}abcd`,
    zeros,
    'A'.repeat(43),
    `${'ab'.repeat(31)}zz`,
  ]) {
    assert.equal(parseSecretKey(bad), null, bad)
    const [port, secret, ...others] = faultsOf(bad)
    assert.match(port ?? '', /^PORT /)
    assert.match(secret ?? '', /^SECRET_KEY must be 32 random bytes in base64 or hex .*openssl rand/)
    assert.deepEqual(others, [])
    assert.ok(!(secret ?? '').includes(bad))
  }
})
