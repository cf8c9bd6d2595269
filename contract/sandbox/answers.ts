import { Type } from 'typebox'
import { errorAnswer, everywhere, withBody } from '../answers.ts'
import { ErrorBody, Timestamp } from '../common.ts'
import type { Answer } from '../operation.ts'
import { refusals } from '../samples.ts'
import { moves } from './moves.ts'

export const testKeyRequired = {
  error: 'test_key_required',
  message: 'The sandbox takes test keys only, and this is a live key.',
}

export const noJob = {
  error: 'not_found',
  message: 'There is no such job in this sandbox; it may have been deleted, or the draft has expired.',
}

export const busy = {
  error: 'world_busy',
  message: 'This world of the sandbox is being moved right now, or two others are. Try again in a second.',
}

export const impossible = {
  error: 'move_not_possible',
  message: 'This move is not possible now; see `moves`.',
  moves: ['open', 'sign_in'],
}

/** A refused move, with the possible moves. */
export const MoveRefused = Type.Object(
  {
    ...ErrorBody.properties,
    error: Type.String({ description: '`move_not_possible` or `world_busy`.' }),
    moves: Type.Optional(
      Type.Array(Type.Enum([...moves], { type: 'string' }), {
        description: 'The moves that are possible now.',
      }),
    ),
  },
  { $id: 'MoveRefused' },
)

/** The error responses of every operation of the sandbox. */
export const everywhereInSandbox = {
  ...everywhere,
  403: errorAnswer(
    '`test_key_required`: the key is a live key. `unauthorized`: the key is revoked, replaced, expired or inactive.',
    {
      testKeyRequired,
    },
  ),
} satisfies Record<number, Answer>

/** Error responses of operations that change a world. */
export const changing = {
  ...everywhereInSandbox,
  409: {
    description:
      '`move_not_possible`: `moves` lists the moves that are possible. `world_busy`: another call moves this world, or two other worlds are being moved; try again after `Retry-After`.',
    body: MoveRefused,
    examples: { impossible, busy },
  },
} satisfies Record<number, Answer>

/** An error for a body: each example has the `details` of one field. */
export const refusedFields = (
  description: string,
  examples: Record<string, Record<string, string>>,
): Answer =>
  errorAnswer(
    `\`validation_error\`: ${description}`,
    Object.fromEntries(
      Object.entries(examples).map(([name, details]) => [name, { ...refusals.invalid, details }]),
    ),
  )

export { withBody }

/** Every instant of the sandbox is on the clock of its world, which may be ahead of the real one or behind it. */
export const Instant = (description: string) => Timestamp(`${description}, on the clock of the sandbox`)

/** A value that may be null. */
export const nullable = <T extends string>(type: T, more: object) =>
  Type.Unsafe<T extends 'integer' | 'number' ? number | null : string | null>({
    type: [type, 'null'],
    ...more,
  })
