import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeText, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { Month } from '../statement.ts'
import { Tariff } from '../tariff.ts'
import { jobSizes } from '../vocabulary.ts'
import { answers, BeforePlace, pageMembers, pageQuery, Reason } from './common.ts'

const state = Type.Enum(['planned', 'in_force', 'replaced'], {
  type: 'string',
  description:
    '`planned`: it has not started; `in_force`: new jobs are priced by it; `replaced`: older jobs keep it.',
})

const TariffVersion = Type.Object(
  {
    tariff_id: Id('The version; jobs keep the one that they were priced with.'),
    partner_id: MaybeText('Whose jobs it is for; null for all partners without a tariff for them alone.'),
    starts_at: Instant('New jobs are priced by it from then on'),
    created_at: Instant('Added'),
    state,
  },
  { $id: 'TariffVersion', additionalProperties: false },
)
export type TariffVersion = Static<typeof TariffVersion>

const scope = { partner_id: Type.Optional(Id('The tariff for this partner; by default the general one.')) }

const params = Type.Object({ tariff_id: Id('Of `listTariffs`.') })

export const listTariffs = {
  operationId: 'listTariffs',
  method: 'GET',
  url: '/admin/v1/tariffs',
  access: 'viewer',
  summary: 'The versions of a tariff',
  description: 'The latest start first.',
  query: Type.Object({ ...scope, ...pageQuery(BeforePlace) }),
  answers: answers({
    200: {
      description: 'The versions. A partner without a tariff has none, and pays by the general one.',
      body: Type.Object(
        { tariffs: Type.Array(TariffVersion), ...pageMembers },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const readTariff = {
  operationId: 'readTariff',
  method: 'GET',
  url: '/admin/v1/tariffs/:tariff_id',
  access: 'viewer',
  summary: 'One version of a tariff, with its terms',
  description: 'The terms are those that `dray tariff show --json` prints.',
  params,
  answers: answers({
    200: {
      description: 'The version.',
      body: Type.Object({ tariff: TariffVersion, terms: Tariff }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

const ComparedTrip = Type.Object(
  {
    size: Type.Enum([...jobSizes], { type: 'string' }),
    distance_km: Type.Number({ minimum: 0 }),
    stair_floors: Type.Integer({ minimum: 0 }),
    now_cents: Type.Integer({ minimum: 0, description: 'Total by the tariff in force, in euro cents.' }),
    then_cents: Type.Integer({ minimum: 0, description: 'Total by the terms sent, in euro cents.' }),
  },
  { $id: 'ComparedTrip', additionalProperties: false },
)
export type ComparedTrip = Static<typeof ComparedTrip>

const changeCents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })

const PriceChange = Type.Object(
  {
    trips: Type.Integer({ minimum: 0, description: 'How many trips were compared.' }),
    complete: Type.Boolean({ description: 'False when only the newest 20,000 trips were compared.' }),
    now_cents: Type.Integer({ minimum: 0, description: 'All totals by the tariff in force, in euro cents.' }),
    then_cents: Type.Integer({ minimum: 0, description: 'All totals by the terms sent, in euro cents.' }),
    tenth_cents: changeCents('Change of a trip that a tenth of all trips stay below'),
    median_cents: changeCents('Change of the trip in the middle'),
    nine_tenths_cents: changeCents('Change of a trip that nine tenths of all trips stay below'),
    buckets: Type.Array(
      Type.Object(
        {
          from_percent: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description: 'Included; null without a lower end.',
          }),
          to_percent: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description: 'Excluded; null without an upper end. Equal to `from_percent` for no change at all.',
          }),
          trips: Type.Integer({ minimum: 0 }),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'Trips by the change of their price in per cent, from the greatest fall to the greatest rise.',
      },
    ),
  },
  { $id: 'PriceChange', additionalProperties: false },
)
export type PriceChange = Static<typeof PriceChange>

export const compareTariff = {
  operationId: 'compareTariff',
  method: 'POST',
  url: '/admin/v1/tariffs/comparison',
  access: 'viewer',
  summary: 'What other terms would change',
  description:
    'Prices sample trips, and the trips of the last whole month, by the tariff in force and by the terms sent. Stores ' +
    'nothing.',
  body: Type.Object({ ...scope, terms: Tariff }, { additionalProperties: false }),
  answers: answers({
    200: {
      description: 'Both prices.',
      body: Type.Object(
        {
          samples: Type.Array(ComparedTrip),
          last_month: Type.Object(
            { month: Month, change: PriceChange },
            {
              additionalProperties: false,
              description: 'Live jobs that were created in the month and published.',
            },
          ),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const setTariff = {
  operationId: 'setTariff',
  method: 'POST',
  url: '/admin/v1/tariffs',
  access: 'staff',
  stepUp: true,
  summary: 'Put new terms in force, now or later',
  description: 'Adds a version. Jobs that exist keep their price.',
  body: Type.Object(
    {
      ...scope,
      terms: Tariff,
      starts_at: Type.Optional(SentInstant('By default, and where it is in the past, at once')),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 201: { description: 'Added.', body: TariffVersion } },
    { 404: '`not_found`: there is no such partner.' },
  ),
} as const satisfies AdminOperation

export const withdrawTariff = {
  operationId: 'withdrawTariff',
  method: 'POST',
  url: '/admin/v1/tariffs/:tariff_id/withdrawal',
  access: 'staff',
  stepUp: true,
  summary: 'Take a planned version back',
  description: 'Only before its start.',
  params,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 204: { description: 'Taken back.', body: null } },
    { 409: '`wrong_state`: it has started.' },
  ),
} as const satisfies AdminOperation

export const tariffOperations = [listTariffs, readTariff, compareTariff, setTariff, withdrawTariff] as const
