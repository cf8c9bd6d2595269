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
    '`planned`: it has not started; `in_force`: new jobs are priced by it; `replaced`: a later version is in force, and only older jobs have it.',
})

const TariffVersion = Type.Object(
  {
    tariff_id: Id('The version of the tariff. A job keeps the version with which it was priced.'),
    partner_id: MaybeText(
      'The partner whose jobs it prices; null for the general tariff, for all jobs without a tariff of their partner.',
    ),
    starts_at: Instant('When the version starts to price new jobs'),
    created_at: Instant('When the version was added'),
    state,
  },
  { $id: 'TariffVersion', additionalProperties: false },
)
export type TariffVersion = Static<typeof TariffVersion>

const scope = {
  partner_id: Type.Optional(Id('The partner whose tariff is meant; by default the general tariff.')),
}

const params = Type.Object({ tariff_id: Id('The `tariff_id` from `listTariffs`.') })

export const listTariffs = {
  operationId: 'listTariffs',
  method: 'GET',
  url: '/admin/v1/tariffs',
  access: 'viewer',
  summary: 'List the versions of a tariff',
  description: 'The latest start first.',
  query: Type.Object({ ...scope, ...pageQuery(BeforePlace) }),
  answers: answers({
    200: {
      description:
        'The versions; empty for a partner without a tariff, whose jobs are priced by the general one.',
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
  summary: 'Read a version of a tariff with its terms',
  description: 'The terms have the format of `dray tariff show --json`.',
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
    now_cents: Type.Integer({ minimum: 0, description: 'The total by the tariff in force, in euro cents.' }),
    then_cents: Type.Integer({ minimum: 0, description: 'The total by the sent terms, in euro cents.' }),
  },
  { $id: 'ComparedTrip', additionalProperties: false },
)
export type ComparedTrip = Static<typeof ComparedTrip>

const changeCents = (description: string) => Type.Integer({ description: `${description}, in euro cents.` })

const PriceChange = Type.Object(
  {
    trips: Type.Integer({ minimum: 0, description: 'The number of compared trips.' }),
    complete: Type.Boolean({ description: 'False when only the newest 20,000 trips were compared.' }),
    now_cents: Type.Integer({
      minimum: 0,
      description: 'The sum of all totals by the tariff in force, in euro cents.',
    }),
    then_cents: Type.Integer({
      minimum: 0,
      description: 'The sum of all totals by the sent terms, in euro cents.',
    }),
    tenth_cents: changeCents('The first decile of the changes of the trips'),
    median_cents: changeCents('The median of the changes of the trips'),
    nine_tenths_cents: changeCents('The ninth decile of the changes of the trips'),
    buckets: Type.Array(
      Type.Object(
        {
          from_percent: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description: 'The lower end in percent, inclusive; null without one.',
          }),
          to_percent: Type.Unsafe<number | null>({
            type: ['integer', 'null'],
            description:
              'The upper end in percent, exclusive; null without one. Equal to `from_percent` for trips without a change.',
          }),
          trips: Type.Integer({ minimum: 0 }),
        },
        { additionalProperties: false },
      ),
      {
        description:
          'The numbers of trips by the change of their price in percent, from the largest decrease to the largest increase.',
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
  summary: 'Compare terms with the tariff in force',
  description:
    'Computes the prices of sample trips, and of the trips of the last complete month, by the tariff in force and by the sent terms. Nothing is stored.',
  body: Type.Object({ ...scope, terms: Tariff }, { additionalProperties: false }),
  answers: answers({
    200: {
      description: 'The prices by both.',
      body: Type.Object(
        {
          samples: Type.Array(ComparedTrip),
          last_month: Type.Object(
            { month: Month, change: PriceChange },
            {
              additionalProperties: false,
              description: 'The live jobs that were created in the month and published.',
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
  description: 'Adds a version. Existing jobs keep their price.',
  body: Type.Object(
    {
      ...scope,
      terms: Tariff,
      starts_at: Type.Optional(
        SentInstant('When the version starts; by default, and if it is in the past, at once'),
      ),
      reason: Reason,
    },
    { additionalProperties: false },
  ),
  answers: answers(
    { 201: { description: 'The added version.', body: TariffVersion } },
    { 404: '`not_found`: there is no such partner.' },
  ),
} as const satisfies AdminOperation

export const withdrawTariff = {
  operationId: 'withdrawTariff',
  method: 'POST',
  url: '/admin/v1/tariffs/:tariff_id/withdrawal',
  access: 'staff',
  stepUp: true,
  summary: 'Withdraw a planned version',
  description: 'Possible before its start.',
  params,
  body: Type.Object({ reason: Reason }, { additionalProperties: false }),
  answers: answers(
    { 204: { description: 'Withdrawn.', body: null } },
    { 409: '`wrong_state`: the version has started.' },
  ),
} as const satisfies AdminOperation

export const tariffOperations = [listTariffs, readTariff, compareTariff, setTariff, withdrawTariff] as const
