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

/** `held`: no call is queued; `capturing`, `releasing`: a call to charge or to release the hold is queued. */
export const holdStates = ['held', 'capturing', 'releasing'] as const
export type HoldState = (typeof holdStates)[number]

const State = Type.Enum([...holdStates], {
  type: 'string',
  description:
    '`held`: nothing is requested; `capturing`: its charge is requested; `releasing`: its release is requested.',
})

export const paymentSources = ['card', 'wallet'] as const
export type PaymentSource = (typeof paymentSources)[number]
const Source = Type.Enum([...paymentSources], { type: 'string' })

const filters = {
  state: Type.Optional(State),
  source: Type.Optional(Source),
  processor: Type.Optional(
    Type.String({ pattern: '^[a-z_]{1,40}$', description: 'Only holds at this processor.' }),
  ),
  ...moneyFilters,
}

const Hold = Type.Object(
  {
    payment_id: Id('The payment of the hold.'),
    state: State,
    source: Source,
    processor: Type.String(),
    amount_cents: Cents('The held amount'),
    held_at: Instant('When the hold began'),
    ends_at: MaybeInstant('When the bank releases the hold', 'for a hold in a wallet, which has no end'),
    renewals: Type.Integer({ minimum: 0, description: 'The number of renewals of the hold of the job.' }),
    job: MaybeJob,
    customer: MaybePerson('The customer who pays.'),
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
  summary: 'List the holds',
  description: 'The latest first. `from` and `to` filter by `held_at`.',
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
  summary: 'Download the holds',
  description: fileDescription,
  query: Type.Object({ ...filters, ...withPhones }),
  downloads,
  answers: fileAnswers,
} as const satisfies AdminOperation
