import assert from 'node:assert/strict'
import test, { after, describe } from 'node:test'
import { appOperations } from '#contract/app/index.ts'
import type { AppOperation } from '#contract/operation.ts'
import { type CarrierStatus, carrierStatuses } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { startDray } from '../support/dray.ts'
import { type Person, signIn } from '../support/person.ts'

// The authority table: the `access` of each operation is checked before anything else is read.
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const customer = await signIn(app)
const carriers = new Map<CarrierStatus, Person>()
for (const status of carrierStatuses) {
  const person = await signIn(app)
  carriers.set(status, person)
  await app.db.pool.query(
    `insert into carrier (account_id, status, vehicle_size, vehicle, base_address, base_lat, base_lon, radius_km)
     values ($1, $2, 'M', 'Van', 'Madrid', 40.4, -3.7, 50)`,
    [person.accountId, status],
  )
}

/** Calls the operation with unknown ids and an invalid body. */
async function statusOf({ method, url, takesPhoto }: AppOperation, headers: Record<string, string> = {}) {
  const path = url.replace(/:\w+/g, () => newId())
  const type = takesPhoto ? 'image/jpeg' : 'application/json'
  const { status, body } = await app.fetch(path, {
    method,
    headers: { ...(method !== 'GET' && { 'content-type': type }), ...headers },
    ...(method !== 'GET' && { raw: '{' }),
  })
  return `${status} ${(body as { error?: string }).error ?? ''}`
}

const as = (person: Person | undefined) => person?.headers ?? assert.fail('there is one')

describe('every operation', () => {
  for (const operation of appOperations) {
    const { operationId, access } = operation
    if (access === 'anyone') continue
    test(`${operationId} is for ${access}`, async () => {
      assert.equal(await statusOf(operation), '401 signed_out')
      if (access === 'account') return
      assert.equal(await statusOf(operation, as(customer)), '403 not_a_carrier')
      if (access === 'carrier') return
      for (const status of ['pending', 'rejected', 'suspended'] as const)
        assert.equal(await statusOf(operation, as(carriers.get(status))), '403 carrier_not_approved', status)
      assert.doesNotMatch(await statusOf(operation, as(carriers.get('approved'))), /^40[13]/)
    })
  }
})

test('names of operations and their places are unique', () => {
  const names = appOperations.map(({ operationId }) => operationId)
  const places = appOperations.map(({ method, url }) => `${method} ${url.replace(/:\w+/g, ':')}`)
  for (const list of [names, places]) assert.equal(new Set(list).size, list.length)
})

test('where a picture belongs only a picture is read, of at most 8 MiB; nowhere else is one', async () => {
  const uploads = appOperations.filter(({ takesPhoto }) => takesPhoto)
  assert.ok(uploads.length > 0)
  for (const { method, url, access } of uploads) {
    const caller = access === 'account' ? customer : carriers.get('approved')
    const path = url.replace(/:\w+/g, () => newId())
    const send = (type: string, bytes: number) =>
      app.fetch(path, {
        method,
        raw: Buffer.alloc(bytes),
        headers: { ...as(caller), 'content-type': type },
      })
    const json = await send('application/json', 2)
    assert.deepEqual([json.status, (json.body as { error: string }).error], [415, 'unsupported_media_type'])
    const large = await send('image/png', 8_388_609)
    assert.equal(large.status, 413)
    assert.match((large.body as { message: string }).message, /8 MB/)
    assert.ok(![413, 415].includes((await send('image/png', 70_000)).status), 'more than JSON may be')
  }
})
