import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { EstimateInput } from '../partner.ts'
import { documentKinds, jobSizes } from '../vocabulary.ts'
import { AppLine, answers, Cents } from './common.ts'
import { AppEstimate } from './customer.ts'
import { AppSize } from './job-parts.ts'

/** What people see before they have an account (decision 79). */

const tooMany =
  '`rate_limit_exceeded`: this client address, or all of them together, asked too often in this hour. Wait `retry_after_seconds`.'

export const priceTrip = {
  operationId: 'priceTrip',
  method: 'POST',
  url: '/app/v1/price',
  access: 'anyone',
  summary: 'Price a trip',
  description:
    'The same price as `estimateMyJob`, without a session. Counted by client address, or by account with a session. Nothing of the request is stored.',
  body: Type.Object(EstimateInput.properties),
  answers: answers(
    { 200: { description: 'The price.', body: AppEstimate } },
    { 422: '`geocoding_failed`: `details` names `pickup.address` or `dropoff.address`.', 429: tooMany },
  ),
} as const satisfies AppOperation

/** The shortest text that is completed. */
export const minTyped = 3
export const maxSuggestions = 6

export const suggestAddresses = {
  operationId: 'suggestAddresses',
  method: 'POST',
  url: '/app/v1/address-suggestions',
  access: 'anyone',
  summary: 'Complete an address',
  description:
    'Addresses that begin like the text. They are text only: the server locates what is sent with a job. Empty if none is known, if the geocoder of the operator may not be asked while people type, or while it is down. Counted like `priceTrip`.',
  body: Type.Object({ text: AppLine(minTyped, 200, 'What the person has typed.') }),
  answers: answers(
    {
      200: {
        description: 'The suggestions, the best first.',
        body: Type.Object(
          { suggestions: Type.Array(Type.String({ maxLength: 300 }), { maxItems: maxSuggestions }) },
          { $id: 'AddressSuggestions', additionalProperties: false },
        ),
      },
    },
    { 429: tooMany },
  ),
} as const satisfies AppOperation

export const ExampleJob = Type.Object(
  {
    size: AppSize,
    pickup_place: Type.String(),
    dropoff_place: Type.String(),
    distance_km: Type.Number(),
    duration_minutes: Type.Integer(),
    earns_cents: Cents('The amount that the carrier receives for such a job'),
  },
  { $id: 'ExampleJob', additionalProperties: false },
)
export type ExampleJob = Static<typeof ExampleJob>

const centsBySize = (description: string) =>
  Type.Object(Object.fromEntries(jobSizes.map((size) => [size, Cents(description)])) as Sized, {
    additionalProperties: false,
  })
type Sized = Record<(typeof jobSizes)[number], ReturnType<typeof Cents>>

export const CarrierTerms = Type.Object(
  {
    examples: Type.Array(ExampleJob, {
      description:
        'Trips between towns of the country of the installation, computed by its tariff and its router. No customer has ordered them. Empty while the router is down.',
    }),
    commission_percent: Type.Number({ description: 'What the platform keeps of the price of a job.' }),
    needed_documents: Type.Array(Type.Enum([...documentKinds], { type: 'string' })),
    collect_hours: Type.Integer({
      description: 'Hours to collect after accepting, without an agreed window.',
    }),
    grace_minutes: Type.Integer({ description: 'Minutes after an agreed window until the deadline.' }),
    strikes: Type.Integer({ description: 'So many strikes suspend a carrier.' }),
    strike_days: Type.Integer({ description: 'For so many days a strike counts.' }),
    fee_share_percent: Type.Integer({
      description: 'The share of the carrier in the fee of a late cancellation or a wasted trip.',
    }),
    late_fee_cents: centsBySize('The fee of a late cancellation'),
    trip_fee_cents: centsBySize('The fee of a wasted trip; 0 if that costs nothing'),
  },
  { $id: 'CarrierTerms', additionalProperties: false },
)
export type CarrierTerms = Static<typeof CarrierTerms>

export const readCarrierTerms = {
  operationId: 'readCarrierTerms',
  method: 'GET',
  url: '/app/v1/carrier-terms',
  access: 'anyone',
  summary: 'Read what carriers earn',
  description: 'Example jobs with what they earn, and the terms of the operator for carriers.',
  answers: answers({ 200: { description: 'The terms.', body: CarrierTerms } }),
} as const satisfies AppOperation

export const openOperations = [priceTrip, suggestAddresses, readCarrierTerms] as const
