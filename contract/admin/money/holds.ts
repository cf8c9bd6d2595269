import { type Static, Type } from 'typebox'
import { Cents, Id, Instant, MaybeInstant } from '../../app/common.ts'
import type { AdminOperation } from '../../operation.ts'
import { answers, pageMembers, pageQuery, withPhones } from '../common.ts'
import {
  closed,
  downloads,
  fileAnswers,
  fileDescription,
  MaybeJob,
  MaybePartner,
  MaybePerson,
  moneyFilters,
  Place,
} from './common.ts'

/** `held`; a call is queued that takes it, or that gives it back. */
export const holdStates = ['held', 'capturing', 'releasing'] as const
export type HoldState = (typeof holdStates)[number]

const State = Type.Enum([...holdStates], {
  type: 'string',
  description: '`held`; `capturing`: it is being taken; `releasing`: it is being given back.',
})

export const paymentSources = ['card', 'wallet'] as const
export type PaymentSource = (typeof paymentSources)[number]
const Source = Type.Enum([...paymentSources], { type: 'string' })

const filters = {
  state: Type.Optional(State),
  source: Type.Optional(Source),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only of this processor.' }),
  ),
  ...moneyFilters,
}

const Hold = Type.Object(
  {
    payment_id: Id('The payment that holds it.'),
    state: State,
    source: Source,
    processor: Type.String(),
    amount_cents: Cents('Held'),
    held_at: Instant('Held since'),
    ends_at: MaybeInstant('The bank releases it; a hold in a wallet has no end'),
    renewals: Type.Integer({ minimum: 0, description: 'How often the hold of the job was renewed.' }),
    job: MaybeJob,
    customer: MaybePerson('Who pays.'),
    partner: MaybePartner,
  },
  { $id: 'Hold', ...closed },
)
export type Hold = Static<typeof Hold>

export const listHolds = {
  operationId: 'listHolds',
  method: 'GET',
  url: '/admin/v1/money/holds',
  access: 'viewer',
  summary: 'Money that is held',
  description: 'The latest hold first. `from` and `to` are about the instant of the hold.',
  query: Type.Object({ ...filters, ...pageQuery(Place) }),
  answers: answers({
    200: {
      description: 'The holds.',
      body: Type.Object({ holds: Type.Array(Hold), ...pageMembers }, closed),
    },
  }),
} as const satisfies AdminOperation

export const exportHolds = {
  operationId: 'exportHolds',
  method: 'GET',
  url: '/admin/v1/money/holds/export',
  access: 'viewer',
  summary: 'Download the money that is held',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation
