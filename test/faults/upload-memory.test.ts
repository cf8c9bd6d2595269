import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { createInstallation } from '../support/installation.ts'
import { type Person, signIn } from '../support/person.ts'

/*
 * DESIGN 6, 9: one account cannot use up the memory of the process. Without limits, 120 parallel uploads of 8 MiB
 * increased Node's memory from 190 to 1,880 MB.
 */
const mebibyte = 1_048_576
const isLinux = process.platform === 'linux'

test('120 uploads of 8 MiB at once, of one account, take no more memory than its two places', {
  skip: !isLinux && 'the peak of the memory is read from /proc',
}, async (t) => {
  await using installation = await createInstallation()
  await using server = await installation.start('serve')
  const person = await signIn({ ...installation, url: server.url })
  const before = memoryOf(server.pid).VmRSS
  const statuses = await uploadAtOnce(server.url, person, 120)
  const grownMiB = (memoryOf(server.pid).VmHWM - before) / mebibyte
  const isExpected = (status: string) => ['400', '408', '429'].includes(status)
  assert.ok(statuses.every(isExpected), 'no picture, sent too slowly, or told to wait')
  assert.ok(statuses.includes('429'))
  t.diagnostic(`grown by ${Math.round(grownMiB)} MiB at the peak`)
  assert.ok(grownMiB < 200, `the process grew by ${Math.round(grownMiB)} MiB at its peak`)
})

/** @returns the status of each upload; a connection that the server closes during the body counts as a 429. */
async function uploadAtOnce(url: string, { headers }: Person, count: number): Promise<string[]> {
  const body = Buffer.alloc(8 * mebibyte, 'x')
  const upload = async () => {
    const sent = fetch(`${url}/app/v1/photos`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'image/jpeg' },
      body,
    })
    const answer = await sent.catch(() => null)
    await answer?.arrayBuffer()
    return String(answer?.status ?? 429)
  }
  return Promise.all(Array.from({ length: count }, upload))
}

/** Memory in bytes: `VmRSS` is the current value, `VmHWM` the peak. */
function memoryOf(pid: number): { VmRSS: number; VmHWM: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1_024
  return { VmRSS: read('VmRSS'), VmHWM: read('VmHWM') }
}
