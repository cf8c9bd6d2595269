import assert from 'node:assert/strict'

const key = /[a-z][a-z0-9]{1,19}_(live|test)_[0-9A-Za-z]{32}/
const phone = /(\+|%2B)[1-9]\d{6,14}/i

/** Prefix of all test phone numbers, by which they are also found without the plus sign. */
const phoneStart = '3461234'
let phones = 0
export const newPhone = (): string => `+${phoneStart}${String(1_000 + phones++).slice(-4)}`

/** Checks that the output of a process has no key and no phone number; only the first start's banner shows a key. */
export function assertNoSecrets(
  { stdout, stderr }: { stdout: string; stderr: string },
  { isFirstStart = false } = {},
): void {
  for (const text of [isFirstStart ? withoutFirstSteps(stdout) : stdout, stderr]) {
    assert.doesNotMatch(text, key, 'a key was written')
    assert.doesNotMatch(text, phone, 'a phone was written')
    assert.ok(!text.includes(phoneStart), 'a phone was written')
  }
  assert.doesNotMatch(stderr, /invitation#/, 'the link of an invitation was logged')
  assert.doesNotMatch(stdout.replace(/^ {2}\S+\/admin\/invitation#[\w-]{43}$/m, ''), /invitation#/)
}

const withoutFirstSteps = (banner: string): string =>
  banner
    .replace(/ {2}A test key, shown this once:[^]*?Then read the SMS:/, '')
    .replace(/^KEY=[^]*?-d '.*'$/m, '')
