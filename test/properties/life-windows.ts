import {
  agreeToCustomersWindow,
  agreeToWindow,
  proposeCarriersWindow,
  proposeWindow,
  saveWishes,
} from '#contract/app/windows.ts'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import { agree, agreedIn, propose, proposedIn, type Side, wishedWindows } from '../model/window-model.ts'
import { act, byItself, carrierOf } from './life-command.ts'
import { at, isBeforeCollection, type Model } from './life-model.ts'

/* The time of the collection in the life of a job (decision 69). */

/** The customer, or the number of a carrier. */
type Party = 'customer' | number

const sideOf = (by: Party): Side => (by === 'customer' ? 'customer' : 'carrier')

const isParty = ({ status, carrier }: Model, by: Party): boolean =>
  by === 'customer' ? status !== 'gone' : carrier === by

const wish = act(
  'wish',
  (real) => {
    const wishes = real.windows.slice(0, wishedWindows).map(({ day }) => ({ day, part: 'morning' as const }))
    return real.customer.call(saveWishes, { ...at(real), body: { wishes } })
  },
  (model) => {
    if (model.status === 'gone') return 'not_found'
    const isWishing = () => void (model.times = { ...model.times, hasWishes: true })
    return model.times.hasWishes || model.status === 'draft' || model.status === 'posted'
      ? isWishing
      : 'wrong_state'
  },
)

/** The window that a careful person has seen, and the next one to be proposed; the last one is proposed again. */
const seenIn = ({ times }: Model) => proposedIn(times) ?? agreedIn(times)
const nextIn = ({ times }: Model) => Math.min(times.windows.length, 6)

const proposing = (by: Party, isCareful: boolean) =>
  act(
    `propose by ${by}, ${isCareful ? 'to what was seen' : 'unseen'}`,
    (real, model) => {
      const { id: window_id, day } = real.windows[nextIn(model)] ?? { id: '', day: '' }
      const seen = real.windows[isCareful ? (seenIn(model) ?? -1) : 6]
      const body = { window_id, day, from: '10:00', to: '12:00', ...(seen && { seen_id: seen.id }) }
      return by === 'customer'
        ? real.customer.call(proposeWindow, { ...at(real), body })
        : carrierOf(real, by).call(proposeCarriersWindow, { ...at(real), body })
    },
    (model) => {
      if (!isParty(model, by)) return 'not_found'
      const seen = isCareful ? seenIn(model) : 6
      const how = { by: sideOf(by), isOpen: isBeforeCollection(model), isLate: model.isOverdue }
      return met(model, propose(model.times, { window: nextIn(model), seen, ...how }))
    },
  )

const agreeing = (by: Party, which: 'first' | 'last') =>
  act(
    `agree by ${by} to the ${which}`,
    (real, model) => {
      const params = { ...at(real).params, window_id: real.windows[windowOf(model, which)]?.id ?? '' }
      return by === 'customer'
        ? real.customer.call(agreeToWindow, { params })
        : carrierOf(real, by).call(agreeToCustomersWindow, { params })
    },
    (model) => {
      if (!isParty(model, by)) return 'not_found'
      const how = { window: windowOf(model, which), by: sideOf(by), isOpen: isBeforeCollection(model) }
      return met(model, agree(model.times, how))
    },
  )

const windowOf = ({ times: { windows } }: Model, which: 'first' | 'last'): number =>
  which === 'first' ? 0 : Math.max(0, windows.length - 1)

/** A new agreement has reminders, and its own deadline. */
function met(model: Model, { next, errors }: ReturnType<typeof propose>): string | (() => void) {
  if (!next) return errors[0] ?? ''
  const isAgreed = agreedIn(next) !== agreedIn(model.times)
  return () =>
    void Object.assign(model, { times: next }, isAgreed && { isOverdue: false, hasReminders: true })
}

const deadlinePasses = byItself(
  'the deadline passes',
  ({ market, id }) =>
    market.app.db.pool.query(
      `with late as (
         select id, window_ends_at - now() + interval '31 minutes' as by from job
         where id = '${id}' and status = 'accepted' and collected_at is null
       ), windows as (
         update job_window w set starts_at = starts_at - late.by, ends_at = ends_at - late.by from late
         where w.job_id = late.id and w.status = 'agreed'
       )
       update job set window_starts_at = window_starts_at - late.by, window_ends_at = window_ends_at - late.by,
         accepted_at = accepted_at - case when late.by is null then interval '25 hours' else interval '0' end
       from late where job.id = late.id`,
    ),
  (model) => {
    if (!isBeforeCollection(model)) return
    model.isOverdue = true
    if (agreedIn(model.times) === null) model.isLate = true
  },
)

const remindersGoOut = byItself(
  'the reminders go out',
  async ({ market, id }) => {
    const { kysely, pool } = market.app.db
    await pool.query('update window_reminder set due_at = now() where job_id = $1', [id])
    await Promise.all([1, 2].map(() => remindOfWindows({ kysely }, new AbortController().signal)))
  },
  (model) => {
    if (model.hasReminders && isBeforeCollection(model) && !model.isOverdue) model.reminded++
    model.hasReminders = false
  },
)

const often = [
  proposing(0, true),
  proposing('customer', true),
  agreeing('customer', 'last'),
  agreeing(0, 'last'),
]
export const windowActs = [
  ...often,
  ...often,
  ...[wish, proposing(1, true), agreeing(1, 'last'), proposing(0, false), proposing('customer', false)],
  ...[agreeing('customer', 'first'), agreeing(0, 'first'), deadlinePasses, remindersGoOut],
]
