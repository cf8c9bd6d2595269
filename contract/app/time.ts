import { type Static, Type } from 'typebox'
import { partsOfDay } from '../vocabulary.ts'
import { Id, Instant } from './common.ts'

/** Most wishes of a job. */
export const maxWishes = 3

/** Most proposals of one side between two agreements. */
export const maxProposals = 3

/** Most days between now and a wish or a proposed window. */
export const maxDaysAhead = 60

const span = { starts_at: Instant('The beginning'), ends_at: Instant('The end') }

export const TimeZone = Type.String({
  description:
    'The time zone of the pickup, such as `Atlantic/Canary`: times of the collection are shown in it, with its name where the device has another clock.',
})

/** When it suits the customer: a day and a part of it, as instants in the time zone of the pickup. */
export const Wish = Type.Object({
  day: Type.String({ description: 'The day in the time zone of the pickup, such as `2026-12-03`.' }),
  part: Type.Enum([...partsOfDay], { type: 'string' }),
  ...span,
})
export type Wish = Static<typeof Wish>

export const JobWindow = Type.Object({
  window_id: Id('The window.'),
  ...span,
  by: Type.Enum(['customer', 'carrier'], { type: 'string', description: 'Who proposed it.' }),
})
export type JobWindow = Static<typeof JobWindow>

/** The time of the collection, as both sides see it. */
export const JobTime = Type.Object(
  {
    time_zone: TimeZone,
    wishes: Type.Array(Wish, { description: 'The wishes of the customer, the most wished first.' }),
    agreed: Type.Union([JobWindow, Type.Null()], {
      description: 'The window on which both sides have agreed; null if there is none.',
    }),
    proposed: Type.Union([JobWindow, Type.Null()], {
      description: 'The window that waits for the other side; null if there is none.',
    }),
    may_propose: Type.Boolean({ description: 'True if this side can propose a window now.' }),
    proposals_left: Type.Integer({
      minimum: 0,
      description: 'How many proposals this side has left until the next agreement.',
    }),
  },
  { $id: 'JobTime', additionalProperties: false },
)
export type JobTime = Static<typeof JobTime>

/** The time of the collection in a list of jobs (decision 82); null once the job is collected or has ended. */
export const SummaryTime = Type.Union(
  [
    Type.Object({
      time_zone: TimeZone,
      agreed: Type.Union([Type.Object(span), Type.Null()], {
        description: 'The window on which both sides have agreed; null if there is none.',
      }),
      wish: Type.Union([Wish, Type.Null()], {
        description: 'The first wish of the customer that is not over, before a carrier accepts; else null.',
      }),
      discussed: Type.Boolean({
        description:
          'True if a window is proposed, or was wished and no window is agreed, after the acceptance.',
      }),
    }),
    Type.Null(),
  ],
  { description: 'The time of the collection; null once the goods are collected, or the job has ended.' },
)
export type SummaryTime = Static<typeof SummaryTime>
