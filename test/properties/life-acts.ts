import { acceptJob, collectJob, deliverJob, giveBackJob, rateCustomer } from '#contract/app/carrier.ts'
import { cancelMyJob, changeNotes, publishJob, rateCarrier } from '#contract/app/customer.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { newId } from '../../server/lib/ids.ts'
import { Problem } from '../../server/lib/problem.ts'
import { byOperator } from '../support/by-operator.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { act, byItself, carrierOf, ofCarrier } from './life-command.ts'
import { at, type Model } from './life-model.ts'
import { windowActs } from './life-windows.ts'

const feeCents = 2_500
const nothing = () => {}
const isInProgress = ({ status, collected }: Model) =>
  status === 'posted' || (status === 'accepted' && !collected)

const publish = act(
  'publish',
  async (real) => {
    const body = { payment_id: newId(), source: 'card' as const, payment_method_id: real.methodId }
    return real.customer.call(publishJob, { ...at(real), body })
  },
  (model) => {
    if (model.status === 'draft') return () => void (model.status = 'posted')
    return model.status === 'gone' ? 'not_found' : 'wrong_state'
  },
)

const accept = (who: number) =>
  act(
    `accept by ${who}`,
    (real) => carrierOf(real, who).call(acceptJob, at(real)),
    (model) => {
      if (model.status === 'posted')
        return () => void Object.assign(model, { status: 'accepted', carrier: who })
      if (model.status === 'draft' || model.status === 'gone') return 'not_found'
      if (model.status === 'cancelled') return 'wrong_state'
      return model.carrier === who ? nothing : 'already_taken'
    },
  )

const collect = (who: number) =>
  ofCarrier(
    'collect',
    who,
    (real, carrier) => carrier.call(collectJob, at(real)),
    (model) => (model.status === 'cancelled' ? 'wrong_state' : () => void (model.collected = true)),
  )

const deliver = (who: number) =>
  ofCarrier(
    'deliver',
    who,
    (real, carrier) => carrier.call(deliverJob, { ...at(real), body: {} }),
    (model) =>
      model.status === 'cancelled'
        ? 'wrong_state'
        : () => void Object.assign(model, { collected: true, delivered: true }),
  )

const giveBack = (who: number) =>
  ofCarrier(
    'give back',
    who,
    (real, carrier) => carrier.call(giveBackJob, { ...at(real), body: {} }),
    (model) => {
      if (isInProgress(model))
        return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'carrier' })
      return model.cancelledBy === 'carrier' ? nothing : 'wrong_state'
    },
  )

const rateAsCarrier = (who: number) =>
  ofCarrier(
    'rate',
    who,
    (real, carrier) => carrier.call(rateCustomer, { ...at(real), body: { stars: 4 } }),
    (model) => (model.status === 'completed' ? () => void (model.carrierRated = true) : 'wrong_state'),
  )

const rateAsCustomer = act(
  'rate by customer',
  (real) => real.customer.call(rateCarrier, { ...at(real), body: { stars: 5 } }),
  (model) => {
    if (model.status === 'gone') return 'not_found'
    return model.status === 'completed' ? () => void (model.customerRated = true) : 'wrong_state'
  },
)

const notes = act(
  'change notes',
  (real) => real.customer.call(changeNotes, { ...at(real), body: { notes: 'Ring twice' } }),
  (model) => {
    if (model.status === 'gone') return 'not_found'
    return model.status === 'draft' || isInProgress(model) ? nothing : 'wrong_state'
  },
)

const cancel = (says: 'nothing' | 'the fee') =>
  act(
    `cancel for ${says}`,
    (real) =>
      real.customer.call(cancelMyJob, {
        ...at(real),
        body: { fee_cents: says === 'nothing' ? 0 : feeCents },
      }),
    (model) => {
      if (model.status === 'gone') return 'not_found'
      if (model.cancelledBy === 'customer') return nothing
      if (!isInProgress(model)) return 'wrong_state'
      const isDue = model.status === 'accepted' && model.isLate && !model.isOverdue
      if (isDue !== (says === 'the fee')) return 'cancellation_changed'
      return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'customer' })
    },
  )

const cancelAsStaff = act(
  'cancel by staff',
  async ({ market, id }) => {
    const { kysely } = market.app.db
    const order = { jobId: id, by: byOperator('asked to') }
    const outcome = await cancelByStaff({ kysely }, order).catch((error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    })
    return outcome ? { status: 200, body: {} } : { status: 409, body: { error: 'wrong_state' } }
  },
  (model) => {
    if ((model.status !== 'posted' && model.status !== 'accepted') || model.delivered) return 'wrong_state'
    return () => void Object.assign(model, { status: 'cancelled', cancelledBy: 'staff' })
  },
)

const settle = byItself(
  'the money settles',
  ({ market }) => settleMoney(market.app),
  (model) => {
    if (model.status === 'accepted' && model.delivered) model.status = 'completed'
  },
)

const sixMinutes = byItself(
  'six minutes pass',
  ({ market, id }) =>
    market.app.db.pool.query(
      `update job set accepted_at = accepted_at - interval '6 minutes' where id = $1`,
      [id],
    ),
  (model) => {
    if (model.carrier !== null) model.isLate = true
  },
)

const expire = byItself(
  '48 hours pass',
  ({ market, id }) => market.app.db.pool.query('update job set expires_at = now() where id = $1', [id]),
  (model) => {
    if (model.status === 'draft') model.status = 'gone'
  },
)

const often = [publish, accept(0), accept(1), collect(0), deliver(0), settle]
export const allActs = [
  ...often,
  ...often,
  ...[0, 1].flatMap((who) => [giveBack(who), rateAsCarrier(who)]),
  ...[collect(1), deliver(1), rateAsCustomer, notes, cancel('nothing'), cancel('the fee'), cancelAsStaff],
  ...[sixMinutes, expire],
  ...windowActs,
]

/** Brings a draft to its acceptance. */
export const begun = [publish, accept(0)]
