import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { forgetDevice } from './devices.ts'

/**
 * How `retry-policy.ts` records that a push service refused a push and will refuse a retry: 400, 401 and 403. A device
 * that was made for another VAPID key gets such a response forever, and never a 404 or 410.
 */
export const refusalOf = (status: number): string => `status ${status}`

/** On `push`. */
const isRefused = sql<boolean>`push.status = 'failed' and push.last_error in ('status 400', 'status 401', 'status 403')`

const serviceOf = (endpoint: string) => sql<string>`split_part(${sql.ref(endpoint)}, '/', 3)`

/**
 * Deletes a device whose last three pushes were all refused, while its push service accepted pushes for others in the
 * last day. If the service refuses everything, the error is ours (`refusingServices`) and the devices stay.
 */
export async function forgetIfRefused(
  kysely: Kysely<Tables>,
  device: { subscriptionId: string; endpoint: string },
): Promise<void> {
  const { rows } = await sql`
    select from push_subscription device where id = ${device.subscriptionId}
      and 3 = (
        select count(*) filter (where last.is_refused) from (
          select (${isRefused}) as is_refused from push
          where subscription_id = device.id and status in ('sent', 'failed') order by created_at desc limit 3) last)
      and exists (
        select from push join push_subscription other on other.id = push.subscription_id
        where push.status = 'sent' and push.created_at > now() - interval '1 day' and other.id <> device.id
          and ${serviceOf('other.endpoint')} = ${serviceOf('device.endpoint')})`.execute(kysely)
  if (rows.length > 0) await forgetDevice(kysely, device)
}

export type RefusingService = { service: string; refused: number }

/** The push services that refused at least three pushes in the last day and accepted no push, with the last error. */
export const refusingServicesSql = sql<RefusingService>`
  select ${serviceOf('push_subscription.endpoint')} as service, count(*) filter (where ${isRefused})::integer as refused,
    count(*)::integer as pushes, min(push.created_at) as since,
    (array_agg(push.last_error order by push.created_at desc) filter (where ${isRefused}))[1] as error
  from push join push_subscription on push_subscription.id = push.subscription_id
  where push.created_at > now() - interval '1 day' and push.status in ('sent', 'failed')
  group by 1 having count(*) filter (where ${isRefused}) >= 3 and not bool_or(push.status = 'sent')`

export async function refusingServices(kysely: Kysely<Tables>): Promise<RefusingService[]> {
  const { rows } = await sql<RefusingService>`
    select service, refused from (${refusingServicesSql}) as refusing order by service`.execute(kysely)
  return rows
}
