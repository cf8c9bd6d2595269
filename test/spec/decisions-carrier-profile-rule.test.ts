import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { readSignUp } from '#contract/app/sign-up.ts'
import { removePhoto } from '../../server/accounts/carrier-photos/remove-photo.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { byOperator } from '../support/by-operator.ts'
import { savePlate, uploadPhotoOf } from '../support/carrier-photos.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'

/* Decision 81: with `required`, a carrier who is approved from then on accepts no job without a portrait and a plate. */
const market = await openMarket({ CARRIER_PROFILE: 'required' })
after(() => market[Symbol.asyncDispose]())
const { kysely } = market.app.db

/** Approved by staff while the setting is `required`. */
async function approved(): Promise<Person> {
  const carrier = await market.carrier({ status: 'pending' })
  const { accountId } = carrier
  const by = byOperator(null)
  assert.ok(await judgeCarrier(kysely, { accountId, judgement: 'approve', by, profileRule: 'required' }))
  return carrier
}

test('decision 81: without portrait and plate no job is accepted, and the answer names what is missing', async () => {
  const [customer, carrier] = [await market.person('Ana'), await approved()]
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  const missing = async () => {
    const { status, body } = await carrier.refused(acceptJob, { params })
    assert.deepEqual([status, body.error], [409, 'profile_incomplete'])
    assert.match(body.message, /photo of your face and the plate/)
    return Object.keys(body.details ?? {})
  }
  assert.deepEqual(await missing(), ['portrait', 'plate'])
  assert.equal((await carrier.ok(readSignUp)).may_accept, false)
  const { picture_id } = await uploadPhotoOf(carrier)
  assert.deepEqual(await missing(), ['plate'])
  await savePlate(carrier, '1234 BCD')
  assert.equal((await carrier.ok(readSignUp)).may_accept, true)
  await removePhoto(kysely, {
    accountId: carrier.accountId,
    pictureId: picture_id,
    by: byOperator('Not a face.'),
  })
  assert.deepEqual(await missing(), ['portrait'])
  const { steps, may_accept } = await carrier.ok(readSignUp)
  assert.equal(may_accept, false)
  assert.deepEqual([steps[0]?.state, steps[0]?.reason], ['refused', 'Not a face.'])
  await uploadPhotoOf(carrier)
  await carrier.ok(acceptJob, { params })
})

test('decision 81: carriers who were admitted before go on without both', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.posted(customer)
  const { may_accept, steps } = await carrier.ok(readSignUp)
  assert.deepEqual([may_accept, steps[0]?.state], [true, 'to_do'])
  await carrier.ok(acceptJob, { params: { job_id } })
})

test('decision 81: a portrait that is removed at the instant of an acceptance leaves no job without one', async () => {
  const [customer, carrier] = [await market.person('Ana'), await approved()]
  const { picture_id } = await uploadPhotoOf(carrier)
  await savePlate(carrier, '1234 BCD')
  const { job_id } = await market.posted(customer)
  const removal = { accountId: carrier.accountId, pictureId: picture_id, by: byOperator('Not a face.') }
  const [accepted] = await Promise.allSettled([
    carrier.ok(acceptJob, { params: { job_id } }),
    removePhoto(kysely, removal),
  ])
  const { body } = await carrier
    .refused(acceptJob, { params: { job_id } })
    .catch(() => ({ body: { error: 'accepted' } }))
  // Either the acceptance came first, and is repeated; or it found no portrait.
  assert.equal(body.error, accepted?.status === 'fulfilled' ? 'accepted' : 'profile_incomplete')
})
