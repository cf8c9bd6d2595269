import { type Static, Type } from 'typebox'
import { Instant, MaybeInstant, MaybeText, Point } from './common.ts'

/** Meters of a measured position beyond which it is of no use: the app waits for a better one. */
export const maxAccuracyM = 5_000

/** A shown position older than this says so, and no arrival is computed from it. */
export const staleMinutes = 5

/** Positions of a drawn road at most. */
export const maxRoadPoints = 200

/** The road of a job on its way, which its customer and its carrier see. */
export const Road = MaybeText(
  `The road from the pickup to the drop-off as an encoded polyline: latitude before longitude, with five decimals, at most ${maxRoadPoints} positions. It is not where the carrier has driven. Null before the collection and after the delivery, and while no router has drawn it: draw a straight, dashed line then.`,
)

/** Where a carrier was, while it shares its position. */
export const CarrierPosition = Type.Object({
  ...Point.properties,
  accuracy_m: Type.Integer({ minimum: 0, description: 'The radius in which the carrier was, in metres.' }),
  at: Instant('When it was measured'),
})
export type CarrierPosition = Static<typeof CarrierPosition>

/** What is known of a job between its collection and its delivery (decision 74). */
export const JobWay = Type.Object(
  {
    position: Type.Union([CarrierPosition, Type.Null()], {
      description:
        'The last position that the carrier has shared; null if it does not share it. Show its age. It is deleted with the delivery.',
    }),
    road: Road,
    arrives_at: MaybeInstant(
      'When the carrier arrives, by the road from `position`',
      'without a position, and while the router does not answer',
    ),
    arrival_approximate: Type.Boolean({
      description: 'True if no road was followed: show the arrival as "about".',
    }),
    expected_from: Instant('The earliest arrival that the trip allows, without a position'),
    expected_to: Instant('The end of the expected trip, with the time for unloading'),
  },
  { $id: 'JobWay', additionalProperties: false },
)
export type JobWay = Static<typeof JobWay>
