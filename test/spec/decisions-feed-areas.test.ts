import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { downloadMyData } from '#contract/app/data.ts'
import { deleteFeedArea, listFeedAreas, saveFeedArea } from '#contract/app/feed.ts'
import { newId } from '../../server/lib/ids.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { areaBody, savedArea, zaragoza } from '../support/feed-scenes.ts'
import type { Person } from '../support/person.ts'
import { openPushMarket } from '../support/push-market.ts'

/* Decision 82: the areas that a carrier saves, and the alerts for them. */

const push = await openPushMarket()
after(() => push[Symbol.asyncDispose]())
const { market, device, allNoticesSent } = push
const { pool, kysely } = market.app.db

const inZaragoza = {
  pickup: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  dropoff: { address: 'Calle Mayor 10, 28013 Madrid' },
}

/** A carrier with a device, whose base in Madrid reaches 20 km. */
async function carrierWithDevice(): Promise<Person> {
  const carrier = await market.carrier()
  await pool.query('update carrier set radius_km = 20 where account_id = $1', [carrier.accountId])
  await device(carrier)
  return carrier
}

async function toldOf(jobId: string): Promise<string[]> {
  await allNoticesSent()
  const { rows } = await pool.query<{ account_id: string }>(
    `select account_id from notice where job_id = $1 and kind = 'job_nearby'`,
    [jobId],
  )
  return rows.map(({ account_id }) => account_id)
}

const postedInZaragoza = async () => (await market.posted(await market.person(), inZaragoza)).job_id

test('decision 82: areas are saved, changed and deleted; repeating a request changes nothing', async () => {
  const carrier = await market.carrier()
  const params = { area_id: newId() }
  const first = await carrier.ok(saveFeedArea, { params, body: areaBody })
  assert.deepEqual(first.areas, [
    {
      area_id: params.area_id,
      name: 'The coast',
      address: null,
      place: null,
      point: zaragoza,
      radius_km: 30,
      alerts: true,
    },
  ])
  assert.deepEqual(await carrier.ok(saveFeedArea, { params, body: areaBody }), first)
  const { point: _, ...kept } = { ...areaBody, name: 'Ebro', alerts: false }
  const changed = await carrier.ok(saveFeedArea, { params, body: kept })
  assert.deepEqual(changed.areas, [{ ...first.areas[0], name: 'Ebro', alerts: false }])
  const moved = await carrier.ok(saveFeedArea, { params, body: { ...kept, address: '28013 Madrid' } })
  assert.deepEqual([moved.areas[0]?.address, moved.areas[0]?.place], ['28013 Madrid', 'Madrid'])
  assert.deepEqual(await carrier.ok(listFeedAreas), moved)
  for (let time = 0; time < 2; time++)
    assert.deepEqual(await carrier.ok(deleteFeedArea, { params }), { areas: [] })
})

test('decision 82: the place of a phone is stored with 0.01 degrees', async () => {
  const carrier = await market.carrier()
  const area = await savedArea(carrier, { point: { lat: 41.656_789, lon: -0.876_543 } })
  assert.deepEqual(area.point, { lat: 41.66, lon: -0.88 })
})

test('decision 82: five areas at most, also when six are saved at once; an area can still be changed', async () => {
  const carrier = await market.carrier()
  const ids = Array.from({ length: 6 }, () => newId())
  const answers = await Promise.all(
    ids.map((area_id) => carrier.call(saveFeedArea, { params: { area_id }, body: areaBody })),
  )
  const statuses = answers.map(({ status }) => status).sort((a, b) => a - b)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 409])
  const { areas } = await carrier.ok(listFeedAreas)
  assert.equal(areas.length, 5)
  const [one] = areas
  assert.ok(one)
  await carrier.ok(saveFeedArea, { params: { area_id: one.area_id }, body: { ...areaBody, name: 'Changed' } })
})

test('decision 82: another carrier neither reads, changes nor deletes an area', async () => {
  const [carrier, other] = [await market.carrier(), await market.carrier()]
  const { area_id } = await savedArea(carrier)
  const params = { area_id }
  assert.deepEqual(await other.ok(listFeedAreas), { areas: [] })
  assert.equal((await other.refused(saveFeedArea, { params, body: areaBody })).status, 404)
  await other.ok(deleteFeedArea, { params })
  assert.equal((await carrier.ok(listFeedAreas)).areas.length, 1)
})

test('decision 82: a new job in an area with alerts is told like one around the base, once to each carrier', async () => {
  const [with_, without, twice] = [
    await carrierWithDevice(),
    await carrierWithDevice(),
    await carrierWithDevice(),
  ]
  await savedArea(with_)
  await savedArea(without, { alerts: false })
  await savedArea(twice)
  await savedArea(twice, { name: 'Ebro', radius_km: 100 })
  const told = await toldOf(await postedInZaragoza())
  assert.deepEqual(told.sort(), [with_.accountId, twice.accountId].sort())
  await pool.query('update carrier_area set radius_km = 1, lat = 41, lon = -3')
  assert.deepEqual(await toldOf(await postedInZaragoza()), [])
})

test('decision 82: an area that is deleted while its alert is composed neither blocks nor fails it, and is told no more', async () => {
  const carrier = await carrierWithDevice()
  const { area_id } = await savedArea(carrier)
  const deleting = await pool.connect()
  try {
    await deleting.query('begin')
    await deleting.query('delete from carrier_area where id = $1', [area_id])
    // The deletion is not committed: the alert is composed beside it, with the area.
    assert.deepEqual(await toldOf(await postedInZaragoza()), [carrier.accountId])
    await deleting.query('commit')
  } finally {
    deleting.release()
  }
  assert.deepEqual(await toldOf(await postedInZaragoza()), [])
})

test('decision 82: areas are in the export of the account, and an erasure deletes them', async () => {
  const carrier = await market.carrier()
  const { area_id } = await savedArea(carrier)
  const { areas } = await carrier.ok(downloadMyData)
  assert.deepEqual(
    areas.map((area) => ({ ...area, created_at: undefined })),
    [
      {
        area_id,
        name: 'The coast',
        address: '',
        place: '',
        ...zaragoza,
        radius_km: 30,
        alerts: true,
        created_at: undefined,
      },
    ],
  )
  await eraseAccount(kysely, { accountId: carrier.accountId, moneySettled: false })
  const { rowCount } = await pool.query('select from carrier_area where id = $1', [area_id])
  assert.equal(rowCount, 0)
})

test('decision 82: an erasure by a node of the version before deletes the areas too, and none can be added after it', async () => {
  const carrier = await market.carrier()
  const { area_id } = await savedArea(carrier)
  await pool.query('update account set phone = null, name = null, erased_at = now() where id = $1', [
    carrier.accountId,
  ])
  const { rowCount } = await pool.query('select from carrier_area where id = $1', [area_id])
  assert.equal(rowCount, 0)
  await assert.rejects(
    pool.query(
      `insert into carrier_area (id, account_id, name, address, place, lat, lon, uncertainty_km, radius_km, has_alerts)
       values ($1, $2, 'x', '', '', 0, 0, 1, 1, true)`,
      [newId(), carrier.accountId],
    ),
  )
})
