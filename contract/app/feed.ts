import { type Static, Type } from 'typebox'
import type { AppOperation } from '../operation.ts'
import { AddressText } from '../text.ts'
import { AppLine, answers, Id, MaybeText, Point } from './common.ts'
import { FeedJob } from './job.ts'
import { AppSize } from './job-parts.ts'

/** Most areas that a carrier keeps (decision 82). */
export const maxAreas = 5

/** Largest radius of a search, in kilometres. */
export const maxRadiusKm = 500

export const FeedCursorText = Type.String({
  pattern: '^[0-9.e-]{1,24}:[0-9a-f-]{36}$',
  description: 'The `next` of the previous page.',
})

export const FeedDay = Type.String({
  pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
  description:
    'Only jobs that suit the customer on this day: with a wish on it, or without a wish that is not over.',
})

/** Where the phone is. Clients round it to 0.01 degrees; the server rounds it again and does not store it. */
const Near = Type.Object(Point.properties, {
  description: 'Where the phone is, rounded to 0.01 degrees by the client. It is not stored.',
})

export const searchFeed = {
  operationId: 'searchFeed',
  method: 'POST',
  url: '/app/v1/carrier/feed',
  access: 'approved_carrier',
  summary: 'Search the jobs of the feed',
  description:
    'The jobs around the base of the carrier, around the phone (`near`) or around a saved area (`area_id`), with filters, in pages of up to 50. At most 400 jobs are looked at for a page with filters, so such a page can have fewer jobs and still a `next`. With `way_home`: up to 50 jobs between that place and the base, those with the smallest detour for their pay first, in one page. A POST, so that no URL has a position.',
  body: Type.Object({
    near: Type.Optional(Near),
    area_id: Type.Optional(Id('A saved area. Its radius applies instead of that of the profile.')),
    way_home: Type.Optional(
      Type.Boolean({
        description: 'Jobs on the way from `near` or `area_id` to the base; needs one of them.',
      }),
    ),
    sizes: Type.Optional(
      Type.Array(AppSize, { minItems: 1, maxItems: 4, uniqueItems: true, description: 'Only these sizes.' }),
    ),
    max_stairs: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'At most so many floors without an elevator, at both ends together.',
      }),
    ),
    min_earns_cents: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'At least so much pay, in euro cents.' }),
    ),
    day: Type.Optional(FeedDay),
    after: Type.Optional(FeedCursorText),
  }),
  answers: answers(
    {
      200: {
        description: 'A page of the jobs.',
        body: Type.Object(
          {
            jobs: Type.Array(FeedJob),
            next: MaybeText('The `after` of the next page; null on the last page.'),
            hidden: Type.Integer({
              minimum: 0,
              description: 'How many jobs of those that were looked at the filters hide.',
            }),
          },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`: the area was deleted.' },
  ),
} as const satisfies AppOperation

const areaName = AppLine(1, 40, 'The name that the carrier gives the area.')

const areaRadius = Type.Number({
  minimum: 1,
  maximum: maxRadiusKm,
  description: 'The radius of the area, in kilometres.',
})

const alerts = Type.Boolean({
  description: 'True if new jobs in the area are told as those around the base are.',
})

export const FeedArea = Type.Object(
  {
    area_id: Id('The area.'),
    name: Type.String(),
    address: MaybeText('The address that was typed; null for the place of a phone.'),
    place: MaybeText('The town or the postcode of the address; null for the place of a phone.'),
    point: Point,
    radius_km: Type.Number(),
    alerts,
  },
  { $id: 'FeedArea', additionalProperties: false },
)
export type FeedArea = Static<typeof FeedArea>

const theAreas = {
  200: {
    description: 'All areas of the carrier, the oldest first.',
    body: Type.Object({ areas: Type.Array(FeedArea) }, { additionalProperties: false }),
  },
}

export const listFeedAreas = {
  operationId: 'listFeedAreas',
  method: 'GET',
  url: '/app/v1/carrier/areas',
  access: 'carrier',
  summary: 'List my saved areas',
  description: 'The areas that the carrier keeps besides the base.',
  answers: answers(theAreas),
} as const satisfies AppOperation

const areaParams = Type.Object({
  area_id: Id('A new UUID, made by the client, or an area of this carrier.'),
})

export const saveFeedArea = {
  operationId: 'saveFeedArea',
  method: 'PUT',
  url: '/app/v1/carrier/areas/:area_id',
  access: 'carrier',
  summary: 'Save an area',
  description:
    'Creates or changes an area; repeating the request changes nothing. A new area needs `address` or `point`. Without both, the place of the area stays. A carrier keeps up to five areas.',
  params: areaParams,
  body: Type.Object({
    name: areaName,
    radius_km: areaRadius,
    alerts,
    address: Type.Optional(AddressText('The middle of the area.')),
    point: Type.Optional(
      Type.Object(Point.properties, {
        description: 'The middle of the area is where the phone is. It is stored with 0.01 degrees.',
      }),
    ),
  }),
  answers: answers(theAreas, {
    404: '`not_found`: another carrier has this id.',
    409: '`wrong_state`: the carrier has five areas.',
    422: '`geocoding_failed`: `details` names `address`.',
  }),
} as const satisfies AppOperation

export const deleteFeedArea = {
  operationId: 'deleteFeedArea',
  method: 'DELETE',
  url: '/app/v1/carrier/areas/:area_id',
  access: 'carrier',
  summary: 'Delete an area',
  description: 'No alert follows for it. Repeating the request changes nothing.',
  params: areaParams,
  answers: answers(theAreas),
} as const satisfies AppOperation

export const feedOperations = [searchFeed, listFeedAreas, saveFeedArea, deleteFeedArea] as const
