import { type Static, Type } from 'typebox'
import { errorAnswer } from '../answers.ts'
import { Door, Euros, MayBeAbsent, Size } from '../common.ts'
import { Estimate } from '../partner.ts'
import { refusals } from '../samples.ts'
import { Line } from '../text.ts'
import { jobSizes, personLanguages } from '../vocabulary.ts'
import { everywhereInSandbox, withBody } from './answers.ts'
import type { SandboxOperation } from './operation.ts'
import { priceAnswer, textPreviewAnswer } from './samples.ts'

const [s, m, l, xl] = jobSizes

const eurosBySize = (description: string) =>
  Type.Object(
    { [s]: Type.Number(), [m]: Type.Number(), [l]: Type.Number(), [xl]: Type.Number() },
    {
      description: `${description}, in euros.`,
    },
  )

/** The terms of a tariff that make a price, in the units of the partner API. */
const PriceTerms = Type.Object(
  {
    base_by_size_eur: eurosBySize('The price of each size'),
    included_km: Type.Number({ description: 'Kilometres that the price of the size includes.' }),
    distance_tiers: Type.Array(
      Type.Object({
        up_to_km: Type.Unsafe<number | null>({
          type: ['number', 'null'],
          description: 'The kilometre of the trip at which the tier ends; null for the last tier.',
        }),
        eur_per_km: Euros('Price of a kilometre in this tier'),
      }),
      {
        description:
          'The tiers count kilometres from the start of the trip; the included kilometres are not charged.',
      },
    ),
    stairs_eur_per_floor: eurosBySize('The price of each floor without an elevator'),
    fee_percent: Type.Number({ description: 'The platform fee, in percent of the base price.' }),
    minimum_fee_eur: Euros('The minimum platform fee'),
    commission_percent: Type.Number({
      description: 'The part of the base price that the carrier does not receive, in percent.',
    }),
  },
  { $id: 'PriceTerms' },
)
export type PriceTerms = Static<typeof PriceTerms>

/** How the tariff makes the price; further amounts are in the breakdown. */
const PriceSteps = Type.Object(
  {
    distance: Type.Array(
      Type.Object({
        from_km: Type.Number(),
        to_km: Type.Number(),
        km: Type.Number({ description: 'Kilometres that this tier charges.' }),
        eur_per_km: Euros('Price of a kilometre'),
        eur: Euros('Exact charge, up to three decimals'),
      }),
      { description: 'The tiers that the trip reaches. `distance_charge_eur` is their sum, rounded.' },
    ),
    stairs: Type.Object({
      floors: Type.Integer({ description: 'Floors without an elevator, at both ends.' }),
      eur_per_floor: Euros('Price of a floor'),
    }),
    is_minimum_fee: Type.Boolean({
      description: 'True: the fee is the minimum of the tariff, because the percentage gives less.',
    }),
  },
  { $id: 'PriceSteps' },
)
export type PriceSteps = Static<typeof PriceSteps>

const { estimated_duration_minutes: _duration, disclaimer: _disclaimer, ...prices } = Estimate.properties

export const PricePreview = Type.Object(
  { ...prices, steps: PriceSteps, tariff: PriceTerms },
  { $id: 'PricePreview' },
)
export type PricePreview = Static<typeof PricePreview>

const invalid = errorAnswer('`validation_error`: `details` names every refused field at once.', {
  invalid: refusals.invalid,
})

export const previewPrice = {
  operationId: 'previewPrice',
  tag: 'Previews',
  method: 'POST',
  url: '/sandbox/v1/price',
  access: 'partner_key',
  summary: 'Preview a price',
  description:
    'The price of a trip of a given distance, by your tariff in force, with each step and the numbers of that tariff. ' +
    'An estimate of a trip of that distance has the same price.',
  body: Type.Object({
    size: Size('Size of the job.'),
    distance_km: Type.Number({
      minimum: 0,
      maximum: 20_000,
      description: 'Distance by road; rounded to 0.1 km.',
    }),
    pickup: Door,
    dropoff: Door,
  }),
  example: { size: 'M', distance_km: 12, pickup: { floor: 2, has_elevator: false }, dropoff: {} },
  answers: {
    ...everywhereInSandbox,
    ...withBody,
    200: {
      description: 'The price, the steps of its calculation, and the terms of the tariff.',
      body: PricePreview,
      examples: { price: priceAnswer },
    },
    400: invalid,
  },
} as const satisfies SandboxOperation

export const previewText = {
  operationId: 'previewText',
  tag: 'Previews',
  method: 'POST',
  url: '/sandbox/v1/sms/preview',
  access: 'partner_key',
  summary: 'Preview an SMS',
  description:
    'The SMS that the customer of such a job would get, composed as for a real draft, with the name of your company. Its ' +
    'link leads nowhere.',
  body: Type.Object({
    title: Line(1, 200, { trimmed: true, description: 'Title of the job.' }),
    language: Type.Enum([...personLanguages], { type: 'string', description: 'Language of the SMS.' }),
    pickup_place: MayBeAbsent(
      Line(1, 80, { trimmed: true, description: 'Town of the pickup; `Madrid` if absent.' }),
    ),
    dropoff_place: MayBeAbsent(
      Line(1, 80, { trimmed: true, description: 'Town of the dropoff; `Zaragoza` if absent.' }),
    ),
    total_eur: MayBeAbsent(
      Type.Number({
        minimum: 0,
        maximum: 100_000,
        description: 'What the customer pays, in euros; 45.20 if absent.',
      }),
    ),
  }),
  example: { title: 'Three-seat sofa', language: 'en' },
  answers: {
    ...everywhereInSandbox,
    ...withBody,
    200: {
      description: 'The SMS as the customer would get it.',
      body: Type.Object(
        {
          body: Type.String(),
          segments: Type.Integer({
            description: 'Parts of the SMS, at most 4. A provider charges each of them as one SMS.',
          }),
          saved_segments: Type.Integer({
            description:
              'The number of parts that are saved because accents that are not in the GSM alphabet were dropped.',
          }),
          characters: Type.Integer(),
          encoding: Type.Enum(['gsm', 'ucs2'], {
            type: 'string',
            description:
              '`gsm`: 160 characters in one SMS. `ucs2`: 70, as the text has a character outside the GSM alphabet.',
          }),
        },
        { $id: 'TextPreview' },
      ),
      examples: { text: textPreviewAnswer },
    },
    400: invalid,
  },
} as const satisfies SandboxOperation
