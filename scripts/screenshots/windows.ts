import { saveFeedArea } from '#contract/app/feed.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Person } from '../../test/support/person.ts'
import { agreedWindow, proposedBy, wished } from '../../test/support/window-deals.ts'
import { inDays } from '../../test/support/window-times.ts'

type Sides = { customer: Person; carrier: Person }

/** The carrier has proposed one time and agreed on another, which the customer wants to move. */
export async function talkAboutTimes(
  { customer, carrier }: Sides,
  { asked, moved, offered }: Record<'asked' | 'moved' | 'offered', string>,
): Promise<void> {
  const deal = (job_id: string) => ({ customer, carrier, params: { job_id } })
  await wished(deal(offered), [
    { day: inDays(2), part: 'morning' },
    { day: inDays(3), part: 'afternoon' },
  ])
  await proposedBy('carrier', deal(asked))
  await agreedWindow(deal(moved))
  await proposedBy('customer', deal(moved), { day: inDays(3), from: '16:00', to: '18:00' })
}

/** Two areas besides the base, one with alerts. */
export async function saveAreas(carrier: Person): Promise<void> {
  for (const { name, address, alerts } of [
    { name: 'La costa', address: '46001 Valencia', alerts: true },
    { name: 'Casa de mis padres', address: '40001 Segovia', alerts: false },
  ])
    await carrier.ok(saveFeedArea, {
      params: { area_id: newId() },
      body: { name, address, radius_km: 60, alerts },
    })
}
