import assert from 'node:assert/strict'
import test from 'node:test'
import { stories } from '#contract/sandbox/stories.ts'
import { type Dray, NotFoundError } from '../../sdk/typescript/src/index.ts'
import { sofa } from '../support/dray.ts'
import { sdkOf } from '../support/sdk.ts'
import { startSdkScene } from '../support/sdk-scene.ts'

const { app } = await startSdkScene()

/** The status as a partner reads it; `gone` for a draft that was deleted. */
const statusOf = (dray: Dray, jobId: string): Promise<string> =>
  dray.getJob(jobId).then(
    ({ status }) => status,
    (error: unknown) => {
      assert.ok(error instanceof NotFoundError, String(error))
      return 'gone'
    },
  )

/** The job of a story that is left as it is stays a draft. */
const statusAfter = (ends: string): string => (ends === 'as_you_leave_it' ? 'draft' : ends)

for (const { name, phone, ends } of stories)
  test(`a partner plays the story ${name} and reads ${ends} at its end`, async () => {
    const dray = sdkOf(await app.partner({ mode: 'test' }), app.url)
    const { job_id } = await dray.createJob({ ...sofa, customer_phone: phone })
    assert.equal(await statusOf(dray, job_id), 'draft')
    const job = await dray.sandbox.play(job_id)
    assert.equal(await statusOf(dray, job_id), statusAfter(ends))
    assert.equal(job?.status ?? 'gone', statusAfter(ends))
    await dray.sandbox.deleteWorld()
  })

test('a story that was left by hand ends the play where nothing comes by itself', async () => {
  const dray = sdkOf(await app.partner({ mode: 'test' }), app.url)
  const phone = stories.find(({ name }) => name === 'nobody_accepts')?.phone ?? ''
  const { job_id: jobId } = await dray.createJob({ ...sofa, customer_phone: phone })
  await dray.sandbox.advance(20)
  await dray.sandbox.move(jobId, 'accept')
  const job = await dray.sandbox.play(jobId)
  assert.equal(job?.status, 'accepted')
})
