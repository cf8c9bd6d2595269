import type { TodayKind } from '#contract/vocabulary.ts'
import { countCalls } from './activity-scenes.ts'
import { bookEndedMonth } from './audited-closing.ts'
import { acceptedDeal, completedDeal, deliveredDeal } from './deals.ts'
import { upload } from './documents.ts'
import type { Market } from './market.ts'
import { invitationPath, partnerInvitationPath } from './panel.ts'
import { fillWallet } from './paying.ts'
import { plantHealth } from './payload-money-scenes.ts'
import { settleMoney } from './run-money-tasks.ts'
import { todayScenes } from './today-scenes.ts'

/** Long names, as people and companies have them. */
const long = {
  person: 'María del Carmen Fernández-Villaverde Etxeberria',
  title: 'Sofá de tres plazas con chaise longue, dos sillones a juego y una mesa de centro',
  reference: 'PEDIDO-2026-0001234567-MADRID-ZARAGOZA',
  company: 'Muebles y Decoración Hermanos Rivera del Campo y Asociados',
  label: 'Tienda en línea de Zaragoza, servidor de producción',
}

/** Kinds of *Today* whose scenes leave a row in the other lists too. */
const kinds: TodayKind[] = [
  'hold_ends',
  'refund_stuck',
  'sms_failed',
  'carrier_waiting',
  'problem_open',
  'dispute_open',
  'reconciliation_differs',
  'reconciliation_failed',
  'closing_differs',
  'provider_failing',
  'partner_errors',
]

/** Ids of the things that have pages. */
export type WideThings = Record<'jobId' | 'customerId' | 'carrierId' | 'partnerId', string>

/** Rows in every list of both panels, with long names and amounts. */
export async function plantWideRows(market: Market): Promise<WideThings> {
  const { app, partner } = market
  const done = await completedDeal(market)
  await deliveredDeal(market, { canBePaid: true })
  await settleMoney(app)
  await acceptedDeal(market)
  await market.posted(done.customer)
  await upload(done.carrier)
  await fillWallet(done.customer, 50_000)
  for (const kind of kinds) await todayScenes[kind][0]?.(market)
  await plantHealth(market)
  await bookEndedMonth(app)
  await plantCalls(market)
  await invitationPath(app, { name: long.person, role: 'viewer' })
  await partnerInvitationPath(app, { partnerId: partner.partnerId, name: long.person, role: 'developer' })
  await lengthen(market)
  return {
    jobId: done.job_id,
    customerId: done.customer.accountId,
    carrierId: done.carrier.accountId,
    partnerId: partner.partnerId,
  }
}

/** Calls of the partner, of which some are refused. */
async function plantCalls(market: Market): Promise<void> {
  const { app, partner } = market
  for (const title of [undefined, '', 7]) await partner.call('/v1/jobs', { method: 'POST', body: { title } })
  await app.dray.activity.flush()
  await countCalls(market, partner.keyId, [
    { status: 201, calls: 123_456, secondsAgo: 7_200 },
    { status: 422, calls: 12_345, secondsAgo: 7_200 },
  ])
}

/** Gives every row the long names. */
async function lengthen({ app: { db }, partner }: Market): Promise<void> {
  await db.pool.query('update account set name = $1', [long.person])
  await db.pool.query(`update job set title = $1, external_reference = short_id || ' ' || $2`, [
    long.title,
    long.reference,
  ])
  await db.pool.query('update partner set company_name = $1 where id = $2', [long.company, partner.partnerId])
  await db.pool.query('update api_key set label = $1', [long.label])
}
