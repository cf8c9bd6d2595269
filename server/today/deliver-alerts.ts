import { type Kysely, sql } from 'kysely'
import {
  afterSeconds,
  type Claim,
  claimRow,
  dueIds,
  finishRow,
  isUnfinished,
  releaseRow,
  runDueRows,
} from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Next } from '../push/retry-policy.ts'
import type { AlertNeeds } from './alerts.ts'
import { callWebhook } from './call-webhook.ts'
import { findAlertDevice, pushAlert } from './push-alert.ts'
import { readTold, type Told } from './told-entries.ts'

/** `alert_delivery` as a queue. A request takes at most 10 s. */
const deliveryRows = { table: 'alert_delivery', leaseSeconds: 30 } as const

export type AlertDeliveryNeeds = AlertNeeds & {
  /** Public URL of this installation, without a final slash. */
  baseUrl: string
  pushContact: string
  pushEndpointsAllowed: string[]
}

/**
 * Brings alerts to the operator's webhook and to the browsers of members. A receiver that is down loses none: an alert
 * of entries that have begun is tried while one of them lasts, at most an hour apart; that they have ended, for a day.
 */
export async function deliverAlerts(needs: AlertDeliveryNeeds, signal: AbortSignal): Promise<void> {
  const { kysely } = needs
  await takeOver(kysely)
  const due = {
    together: 4,
    findIds: (limit: number) => dueIds(kysely, deliveryRows, { limit }),
    async work(id: string) {
      const delivery = await claimRow(kysely, deliveryRows, id)
      if (delivery) await settle(kysely, delivery, await attempt(needs, delivery))
    },
  }
  await runDueRows(due, signal)
}

/** Calls of the version before, which has stopped. */
const takeOver = (kysely: Kysely<Tables>) =>
  sql`with taken as (
      update alert set status = 'none' where ${isUnfinished('status')} and due_at <= now() returning id
    )
    insert into alert_delivery (alert_id) select id from taken on conflict do nothing`.execute(kysely)

type Delivery = Claim & { alert_id: string; member_push_id: string | null; attempts: number }

async function attempt(needs: AlertDeliveryNeeds, delivery: Delivery): Promise<Next> {
  const { alert_id: alertId, member_push_id: deviceId } = delivery
  if (deviceId === null) {
    const told = await readTold(needs.kysely, { alertId, to: null })
    return told ? attemptWebhook(needs, delivery, told) : pointless
  }
  const device = await findAlertDevice(needs.kysely, deviceId)
  const to = device && ({ memberId: device.memberId, channel: 'push' } as const)
  const told = to && (await readTold(needs.kysely, { alertId, to }))
  if (!device || !told) return pointless
  const { attempts } = delivery
  return isTooOld(told) ? late : endOf(told, await pushAlert(needs, { device, told, alertId, attempts }))
}

async function attemptWebhook(
  { alerts: { webhook }, baseUrl }: AlertDeliveryNeeds,
  { alert_id: id, attempts }: Delivery,
  told: Told,
): Promise<Next> {
  if (!webhook) return { is: 'failed', why: 'no webhook' }
  return isTooOld(told) ? late : endOf(told, await callWebhook(webhook, { id, told, attempts, baseUrl }))
}

/** A test is tried once, because somebody waits for the result. */
const endOf = ({ says }: Told, next: Next): Next =>
  says === 'test' && next.is === 'again' ? { is: 'failed', why: next.why } : next

/** That entries have ended is old after a day, and a test after 30 s. */
const isTooOld = ({ says, isKept, createdAt }: Told): boolean =>
  !isKept && Date.now() - createdAt.getTime() > (says === 'test' ? 30_000 : 86_400_000)

const pointless: Next = { is: 'failed', why: 'ended before it was told' }
const late: Next = { is: 'failed', why: 'too late' }

async function settle(kysely: Kysely<Tables>, delivery: Delivery, end: Next): Promise<void> {
  // The browser has dropped its subscription; the deliveries to it go with it.
  if (end.is === 'forget')
    await sql`delete from member_push where id = ${delivery.member_push_id}`.execute(kysely)
  else if (end.is === 'again')
    await releaseRow(kysely, deliveryRows, delivery, {
      dueAt: afterSeconds(end.delaySeconds),
      last_error: end.why,
    })
  else
    await finishRow(kysely, deliveryRows, delivery, {
      status: end.is,
      last_error: end.is === 'failed' ? end.why : null,
    })
}
