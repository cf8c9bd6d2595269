import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  createPartner,
  listPartners,
  readPartner,
  renamePartner,
  resumePartner,
  setPartnerSmsLanguage,
  suspendPartner,
} from '#contract/admin/partners.ts'
import { addTariff } from '../../server/pricing/store.ts'
import { defaultTariff } from '../../server/pricing/tariff.ts'
import { trailOf } from '../support/audit-trail.ts'
import { startDray } from '../support/dray.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'
import { advanceClocks } from '../support/still-clock.ts'

/* Decision 33: staff look after partners in the panel, with the functions of the commands. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const staff = await joinAs(app, owner, 'staff')
const viewer = await joinAs(app, owner, 'viewer')
const reason = 'agreed by phone'

const create = (company_name: string) => staff.ok(createPartner, { body: { company_name, reason } })

test('a partner is created, renamed and given a language, and each act is in the audit log', async () => {
  const made = await staff.ok(createPartner, {
    body: { company_name: ' Muebles Sol ', sms_language: 'es', reason },
  })
  assert.deepEqual([made.company_name, made.sms_language, made.usable_keys], ['Muebles Sol', 'es', 0])
  const params = { partner_id: made.partner_id }
  const renamed = await staff.ok(renamePartner, { params, body: { company_name: 'Muebles Luna', reason } })
  assert.equal(renamed.company_name, 'Muebles Luna')
  const byPhone = await staff.ok(setPartnerSmsLanguage, { params, body: { sms_language: null, reason } })
  assert.equal(byPhone.sms_language, null)
  const trail = await trailOf(app.db, made.partner_id)
  assert.deepEqual(
    trail.map(({ act, changes }) => ({ act, changes })),
    [
      { act: 'partner.create', changes: { company_name: { from: null, to: 'Muebles Sol' } } },
      { act: 'partner.update', changes: { company_name: { from: 'Muebles Sol', to: 'Muebles Luna' } } },
      { act: 'partner.update', changes: { sms_language: { from: 'es', to: null } } },
    ],
  )
  for (const event of trail) {
    assert.deepEqual([event.actor_type, event.actor_id], ['staff', staff.memberId])
    assert.deepEqual([event.actor_role, event.reason], ['staff', reason])
    assert.ok(event.correlation_id)
  }
})

test('while a partner is suspended its keys are refused; repeating it changes nothing', async () => {
  const partner = await app.partner()
  const params = { partner_id: partner.partnerId }
  assert.equal((await partner.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')).status, 404)
  const suspended = await staff.ok(suspendPartner, { params, body: { reason } })
  assert.ok(suspended.suspended_at)
  const again = await staff.ok(suspendPartner, { params, body: { reason } })
  assert.equal(again.suspended_at, suspended.suspended_at)
  advanceClocks(2_000)
  assert.equal((await partner.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')).status, 403)
  assert.equal((await staff.ok(resumePartner, { params, body: { reason } })).suspended_at, null)
  advanceClocks(2_000)
  assert.equal((await partner.read('019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803')).status, 404)
  const acts = (await trailOf(app.db, partner.partnerId)).map(({ act }) => act)
  assert.deepEqual(acts, ['partner.suspend', 'partner.resume'])
})

test('the list stays where it is while partners are added, and is searched by a part of the name', async () => {
  for (let at = 0; at < 5; at++) await create(`Paging ${at}`)
  const first = await viewer.ok(listPartners, { query: { search: 'pAGing', limit: 2 } })
  await create('Paging 5')
  const before = first.next ?? assert.fail('there is a next page')
  const second = await viewer.ok(listPartners, { query: { search: 'paging', limit: 2, before } })
  const third = await viewer.ok(listPartners, {
    query: { search: 'paging', limit: 2, before: second.next ?? assert.fail() },
  })
  const names = [first, second, third].flatMap(({ partners }) => partners.map((each) => each.company_name))
  assert.deepEqual(names, ['Paging 4', 'Paging 3', 'Paging 2', 'Paging 1', 'Paging 0'])
  assert.equal(third.next, null)
  assert.deepEqual((await viewer.ok(listPartners, { query: { search: '%' } })).partners, [])
})

test('a partner shows whether its prices follow its own tariff', async () => {
  const { partner_id, has_own_tariff, tariff } = await create('Portes Norte')
  assert.deepEqual([has_own_tariff, tariff.is_own], [false, false])
  const by = { actor: { type: 'cli' as const, name: 'test' } }
  const own = await addTariff(app.db, {
    partnerId: partner_id,
    startsAt: new Date(),
    terms: defaultTariff,
    by,
  })
  const shown = await viewer.ok(readPartner, { params: { partner_id } })
  assert.deepEqual([shown.has_own_tariff, shown.tariff.is_own], [true, true])
  assert.equal(shown.tariff.tariff_id, own.id)
})

test('bad input is refused: no reason, a link as a name, an unknown language', async () => {
  const refused = async (body: object) => {
    const { status, body: error } = await staff.call(createPartner, { body: body as never })
    return [status, Object.keys((error as { details?: object }).details ?? {})]
  }
  assert.deepEqual(await refused({ company_name: 'Sol' }), [400, ['reason']])
  assert.deepEqual(await refused({ company_name: 'Sol', reason: '  ' }), [400, ['reason']])
  assert.deepEqual(await refused({ company_name: 'www.sol.test', reason }), [400, ['company_name']])
  assert.deepEqual(await refused({ company_name: 'x'.repeat(61), reason }), [400, ['company_name']])
  assert.deepEqual(await refused({ company_name: 'Sol', sms_language: 'nl', reason }), [
    400,
    ['sms_language'],
  ])
})

test('an unknown partner is not found, and a viewer changes nothing', async () => {
  const params = { partner_id: '019a9c2e-6f1b-7c3a-9d52-4be0a1f7c803' }
  assert.equal(await viewer.refused(readPartner, { params }), '404 not_found')
  assert.equal(await staff.refused(suspendPartner, { params, body: { reason } }), '404 not_found')
  assert.equal(
    await staff.refused(renamePartner, { params, body: { company_name: 'X', reason } }),
    '404 not_found',
  )
  const body = { company_name: 'Sol', reason }
  assert.equal(await viewer.refused(createPartner, { body }), '403 role_too_low')
  assert.equal(await viewer.refused(suspendPartner, { params, body: { reason } }), '403 role_too_low')
})
