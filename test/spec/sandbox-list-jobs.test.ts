import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { startDray } from '../support/dray.ts'
import { inSandbox } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

type Listed = { jobs: { job_id: string; title: string }[]; next: string | null }

test('the list of the jobs of a test key has pages of 100, the newest first, with their titles', async () => {
  const user = inSandbox(await app.partner({ mode: 'test', rateLimit: 500 }))
  const ids: string[] = []
  for (let at = 0; at < 101; at++) {
    const { body } = await user.create({ title: `Sofa ${at}`, customer_phone: '+447700900000' })
    ids.unshift(body.job_id)
  }
  const first = (await user.sandbox<Listed>('GET', '/jobs')).body
  assert.deepEqual(
    first.jobs.map(({ job_id }) => job_id),
    ids.slice(0, 100),
  )
  assert.equal(first.jobs[0]?.title, 'Sofa 100')
  assert.equal(first.next, ids[99])
  const last = (await user.sandbox<Listed>('GET', `/jobs?before=${first.next}`)).body
  assert.deepEqual([last.jobs.map(({ job_id }) => job_id), last.next], [ids.slice(100), null])
  const another = inSandbox(await app.partner({ mode: 'test' }))
  assert.deepEqual((await another.sandbox<Listed>('GET', `/jobs?before=${ids[0]}`)).body.jobs, [])
  assert.equal((await user.sandbox('GET', '/jobs?before=x')).status, 400)
})
