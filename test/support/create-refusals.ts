import assert from 'node:assert/strict'
import type { JobInput } from '#contract/partner.ts'
import { type Answer, sofa, type TestDray, type TestPartner } from './dray.ts'
import { allFiles, countRows } from './leftovers.ts'

export type Refusal = { error: string; message: string; details?: Record<string, string> }

let creates = 0

/** Sends a create that is refused, and checks that it leaves nothing: no row, no file, and its reference is free. */
export async function refusedCreate(
  app: TestDray,
  partner: TestPartner,
  change: Partial<JobInput>,
): Promise<Answer<Refusal>> {
  const external_reference = `refused-${++creates}`
  const left = async () => ({ ...(await countRows(app)), photos: await storedPhotos(app) })
  const before = await left()
  const answer = await partner.call('/v1/jobs', { body: { ...sofa, ...change, external_reference } })
  assert.ok(answer.status >= 400, `${answer.status}`)
  assert.deepEqual(await left(), before)
  assert.equal((await partner.create({ external_reference })).status, 201, 'the reference is free')
  return answer as unknown as Answer<Refusal>
}

const storedPhotos = async (app: TestDray): Promise<number> =>
  (await allFiles(app)).filter((file) => file.endsWith('.jpg')).length
