import { type Static, Type } from 'typebox'
import { problemKinds } from '../reports.ts'
import { AppLine, AppLines, Id, PhotoId } from './common.ts'

export const RatingInput = Type.Object({
  stars: Type.Integer({ minimum: 1, maximum: 5 }),
  comment: Type.Optional(AppLines(500, 'A comment that staff and the rated person can read.')),
})
export type RatingInput = Static<typeof RatingInput>

export const ProblemInput = Type.Object({
  problem_id: Id(
    'A new UUID, made by the client. Repeating the request with the same value changes nothing.',
  ),
  kind: Type.Enum([...problemKinds], { type: 'string' }),
  text: Type.Optional(AppLines(1_000, 'What happened. Staff read it; the carrier does not see it.')),
  photo_ids: Type.Optional(Type.Array(PhotoId, { maxItems: 4, uniqueItems: true })),
})
export type ProblemInput = Static<typeof ProblemInput>

export const Notes = AppLines(1_000, 'Extra notes for the carrier (spec part 1, 2).')
export const Reason = AppLine(1, 300, 'The reason.')
