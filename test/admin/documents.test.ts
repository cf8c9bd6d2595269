import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { approveCarrier, listCarriers, readCarrierForStaff } from '#contract/admin/carriers.ts'
import { acceptDocument, listCarrierDocuments, refuseDocument } from '#contract/admin/documents.ts'
import { readToday } from '#contract/admin/today.ts'
import { listMyDocuments } from '#contract/app/documents.ts'
import { newId } from '../../server/lib/ids.ts'
import { findCarriers } from '../../server/people/find-carriers.ts'
import { dayIn, upload } from '../support/documents.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'

/* Issue 9, part 7: staff decide about the documents of carriers. Decision 37. */
const market = await openMarket({ CARRIER_DOCUMENTS: 'licence, insurance' })
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')

const reason = 'La foto está borrosa'
const paramsOf = ({ accountId }: Person, document_id = newId()) => ({ account_id: accountId, document_id })
const listed = (carrier: Person) =>
  viewer.ok(listCarrierDocuments, { params: { account_id: carrier.accountId } })
const accept = (carrier: Person, documentId: string, expires_on = dayIn(365)) =>
  staff.ok(acceptDocument, { params: paramsOf(carrier, documentId), body: { expires_on } })
const notices = async ({ accountId }: Person) => {
  const { rows } = await app.db.pool.query<{ kind: string }>(
    `select kind from notice where account_id = $1 and kind like 'document%' order by id`,
    [accountId],
  )
  return rows.map(({ kind }) => kind)
}

test('staff accept a document with its last day, which replaces the one before; the carrier is told', async () => {
  const carrier = await market.carrier()
  const first = await upload(carrier)
  const accepted = await accept(carrier, first.document_id, dayIn(10))
  assert.deepEqual([accepted.state, accepted.expires_on], ['accepted', dayIn(10)])
  const second = await upload(carrier)
  assert.deepEqual(
    (await carrier.ok(listMyDocuments)).documents.map(({ state }) => state),
    ['waiting', 'accepted'],
    'the accepted one stays until the next is accepted',
  )
  await accept(carrier, second.document_id)
  const { documents, needed, next } = await listed(carrier)
  assert.deepEqual(
    documents.map(({ document_id, state }) => [document_id, state]),
    [
      [second.document_id, 'accepted'],
      [first.document_id, 'replaced'],
    ],
  )
  assert.deepEqual([needed, next], [['licence', 'insurance'], null])
  assert.deepEqual(await notices(carrier), ['document_accepted', 'document_accepted'])
})

test('decision 37: the audit log states the last day that the carrier had given, and the accepted one', async () => {
  const carrier = await market.carrier()
  const accepted = async (document_id: string) => {
    const { events } = await viewer.ok(listAuditEvents, { query: { target: document_id } })
    return events.map(({ act, changes }) => [act, changes])
  }
  const licence = await upload(carrier, { expiresOn: dayIn(400) })
  await accept(carrier, licence.document_id, dayIn(30))
  const shorter = { expires_on: { from: dayIn(400), to: dayIn(30) } }
  assert.deepEqual(await accepted(licence.document_id), [['document.accept', shorter]])
})

test('staff refuse a document with a reason for the carrier, which the audit log does not keep', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  const params = paramsOf(carrier, document_id)
  assert.equal((await staff.ok(refuseDocument, { params, body: { told: reason } })).state, 'refused')
  const [mine] = (await carrier.ok(listMyDocuments)).documents
  assert.deepEqual([mine?.state, mine?.reason], ['refused', reason])
  const { events } = await viewer.ok(listAuditEvents, { query: { target: document_id } })
  assert.deepEqual(
    events.map(({ act, actor, reason: why }) => [act, actor.id, why]),
    [['document.refuse', staff.memberId, null]],
  )
  assert.deepEqual(await notices(carrier), ['document_refused'])
})

test('of two decisions at once one applies, and the other is told what happened', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  const params = paramsOf(carrier, document_id)
  const answers = await Promise.all([
    staff.call(acceptDocument, { params, body: { expires_on: dayIn(30) } }),
    owner.call(refuseDocument, { params, body: { told: reason } }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [200, 409],
  )
  assert.equal((await notices(carrier)).length, 1)
})

test('the last day must be given, exist and not be past; an unknown or foreign document is not found', async () => {
  const carrier = await market.carrier()
  const { document_id } = await upload(carrier)
  const params = paramsOf(carrier, document_id)
  for (const body of [{}, { expires_on: '2099-02-30' }, { expires_on: dayIn(-1) }]) {
    const { status, text } = await staff.call(acceptDocument, { params, body })
    assert.equal(status, 400)
    assert.match(text, /"details":\{"expires_on":/, JSON.stringify(body))
  }
  const other = await market.carrier()
  for (const wrong of [paramsOf(carrier), paramsOf(other, document_id)]) {
    const input = { params: wrong, body: { told: reason } }
    assert.equal(await staff.refused(refuseDocument, input), '404 not_found')
  }
  const papers = await upload(carrier, { kind: 'other' })
  const open = { params: paramsOf(carrier, papers.document_id), body: {} }
  assert.equal((await staff.ok(acceptDocument, open)).expires_on, null, 'this kind may have no last day')
})

test('a carrier is not approved while a document that is needed is missing or has expired', async () => {
  const carrier = await market.carrier({ status: 'pending' })
  const account = { account_id: carrier.accountId }
  const approve = async (by: Staff = staff) => {
    const { updated_at } = await by.ok(readCarrierForStaff, { params: account })
    return by.call(approveCarrier, { params: account, body: { updated_at } })
  }
  const licence = await upload(carrier)
  await accept(carrier, licence.document_id)
  const refused = await approve()
  assert.equal(refused.status, 409)
  assert.match(JSON.stringify(refused.body), /valid document of: insurance\./)
  const insurance = await upload(carrier, { kind: 'insurance' })
  await accept(carrier, insurance.document_id)
  const end = `update carrier_document set expires_on = (now() at time zone 'UTC')::date - 1 where id = $1`
  await app.db.pool.query(end, [licence.document_id])
  assert.match(JSON.stringify((await approve()).body), /valid document of: licence\./)
  assert.equal((await listed(carrier)).documents[1]?.state, 'expired')
  await accept(carrier, (await upload(carrier)).document_id, dayIn(0))
  assert.equal((await approve()).status, 200)
})

test('the list goes on after a document that was deleted between two pages', async () => {
  const carrier = await market.carrier()
  const params = { account_id: carrier.accountId }
  const first = await upload(carrier, { kind: 'other' })
  const second = await upload(carrier, { kind: 'insurance' })
  const third = await upload(carrier)
  const page = await viewer.ok(listCarrierDocuments, { params, query: { limit: 2 } })
  const ids = ({ documents }: typeof page) => documents.map(({ document_id }) => document_id)
  assert.deepEqual(ids(page), [third.document_id, second.document_id])
  await app.db.pool.query('delete from photo where document_id = $1', [second.document_id])
  await app.db.pool.query('delete from carrier_document where id = $1', [second.document_id])
  const before = page.next ?? assert.fail('there is a second page')
  const rest = await viewer.ok(listCarrierDocuments, { params, query: { limit: 2, before } })
  assert.deepEqual([ids(rest), rest.next], [[first.document_id], null])
})

test('carriers are found by their documents: missing, waiting, expiring', async () => {
  const name = `Marta ${newId().slice(-6)}`
  const carrier = await market.carrier({ name })
  const is = async (documents: 'missing' | 'waiting' | 'expiring') => {
    const { carriers, count } = await viewer.ok(listCarriers, { body: { filters: { documents, name } } })
    assert.equal(count, carriers.length)
    return carriers.some(({ account_id }) => account_id === carrier.accountId)
  }
  const all = async () => [await is('missing'), await is('waiting'), await is('expiring')]
  assert.deepEqual(await all(), [true, false, false])
  const licence = await upload(carrier)
  const insurance = await upload(carrier, { kind: 'insurance' })
  assert.deepEqual(await all(), [true, true, false])
  await accept(carrier, licence.document_id)
  await accept(carrier, insurance.document_id, dayIn(30))
  assert.deepEqual(await all(), [false, false, true])
})

test('a carrier without any valid document is missing one, also where the operator needs none', async () => {
  const { accountId } = await market.carrier({ name: 'Sin papeles' })
  const { rows } = await findCarriers(app.db.kysely, {
    documents: 'missing',
    needed: [],
    name: 'Sin papeles',
  })
  assert.deepEqual(
    rows.map((row) => row.accountId),
    [accountId],
  )
})

test('an entry of Today names the carrier and the instant at which the document ends', async () => {
  const carrier = await market.carrier({ name: 'Olga' })
  const { document_id } = await upload(carrier)
  const entry = async () =>
    (await viewer.ok(readToday)).entries.find(({ subject_id }) => subject_id === document_id)
  const waiting = await entry()
  assert.deepEqual(
    [waiting?.kind, waiting?.account_id, waiting?.label, waiting?.cause],
    ['document_waiting', carrier.accountId, 'Olga', 'licence'],
  )
  await accept(carrier, document_id, dayIn(5))
  const ending = await entry()
  assert.equal(ending?.kind, 'document_expires')
  assert.equal(Date.parse(ending?.costs_at ?? ''), Date.parse(`${dayIn(6)}T00:00:00Z`))
})
