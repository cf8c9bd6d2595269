import { type Static, Type } from 'typebox'
import { errorAnswer } from '../answers.ts'
import { JobId, MayBeAbsent, ShownReference, Status } from '../common.ts'
import {
  changing,
  everywhereInSandbox,
  Instant,
  noJob,
  nullable,
  refusedFields,
  withBody,
} from './answers.ts'
import { worldHeaders } from './header.ts'
import { MoveInput, moves } from './moves.ts'
import type { SandboxOperation } from './operation.ts'
import {
  acceptedAnswer,
  clockAnswer,
  clockMovedAnswer,
  clockRefusals,
  jobsAnswer,
  moveRefusals,
  signedInAnswer,
  storiesAnswer,
} from './samples.ts'
import { Next, Step } from './step.ts'
import { storyNames } from './stories.ts'

export type { Step }

const StoryShown = Type.Object(
  {
    name: Type.Enum([...storyNames], { type: 'string' }),
    phone: Type.String({ description: 'Create a job with this `customer_phone`.' }),
    ends: Type.String({
      description:
        'The last status of the job; `gone`: the draft is deleted; `as_you_leave_it`: you move the job yourself.',
    }),
    tells: Type.String({ description: 'What happens, in words; times count from the creation of the job.' }),
  },
  { $id: 'Story' },
)

const WorldShown = nullable('string', {
  description: 'The `Dray-World` of the call; null for the default world.',
})

const clockMembers = {
  world: WorldShown,
  now: Instant('The time that it shows'),
  ahead_seconds: Type.Number({
    description: 'Seconds by which this clock is ahead of the real time now; below 0 if it is behind.',
  }),
  next: Next,
}

export const Clock = Type.Object(
  {
    ...clockMembers,
    worlds: Type.Array(Type.String(), { description: 'The names of the worlds of this key, at most 100.' }),
  },
  { $id: 'Clock' },
)
export type Clock = Static<typeof Clock>

const ClockMoved = Type.Object(
  {
    ...clockMembers,
    steps: Type.Array(Step, { description: 'Everything that happened, in its order.' }),
    remaining_seconds: Type.Number({
      description:
        'Seconds that are left if the call ended early, after 200 acts or 20 s; else 0. Send them as `advance_seconds`, or send `to` with `end` again.',
    }),
  },
  { $id: 'ClockMoved' },
)

const listed = {
  job_id: JobId,
  world: WorldShown,
  external_reference: ShownReference,
  status: Status,
  story: Type.Enum([...storyNames], { type: 'string' }),
  created_at: Instant('Creation time'),
}

const ListedJob = Type.Object(
  {
    ...listed,
    title: Type.String({
      description: 'The title of the job; its towns after the personal data of the job was removed.',
    }),
  },
  { $id: 'ListedSandboxJob' },
)

export const SandboxJob = Type.Object(
  {
    ...listed,
    timeline: Type.Array(Step),
    moves: Type.Array(Type.Enum([...moves], { type: 'string' }), {
      description: 'The moves that are possible now.',
    }),
    next: Next,
  },
  { $id: 'SandboxJob' },
)
export type SandboxJob = Static<typeof SandboxJob>

const params = Type.Object({ job_id: JobId })

const absent = errorAnswer('`not_found`: this world has no such job.', { noJob })

export const listStories = {
  operationId: 'listStories',
  tag: 'Stories',
  method: 'GET',
  url: '/sandbox/v1/stories',
  access: 'partner_key',
  summary: 'List the stories',
  description:
    'The simulated customers who act without further calls, each with the phone number that chooses it.',
  answers: {
    ...everywhereInSandbox,
    200: {
      description: 'The stories.',
      body: Type.Object({ stories: Type.Array(StoryShown) }),
      examples: { stories: storiesAnswer },
    },
  },
} as const satisfies SandboxOperation

export const readClock = {
  operationId: 'readClock',
  tag: 'Clock',
  method: 'GET',
  url: '/sandbox/v1/clock',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Read the clock',
  description: 'The clock of a world of this key. It stays still until a call moves it.',
  answers: {
    ...everywhereInSandbox,
    200: {
      description: 'The clock.',
      body: Clock,
      examples: { clock: clockAnswer },
    },
  },
} as const satisfies SandboxOperation

export const moveClock = {
  operationId: 'moveClock',
  tag: 'Clock',
  method: 'POST',
  url: '/sandbox/v1/clock',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Move the clock forward',
  description:
    'Send exactly one of `advance_seconds` and `to`: `next`, `end`, or an instant that is later than `now`. `end` is the end of all ' +
    'stories, or with `job_id` of the story of that job. Everything that falls due on the way happens in its order, and the answer lists ' +
    'it. The timestamps that you have read stay as they were.',
  body: Type.Object({
    advance_seconds: MayBeAbsent(Type.Number({ minimum: 0.001, maximum: 2_592_000 })),
    to: MayBeAbsent(
      Type.String({
        maxLength: 40,
        description: '`next`, `end`, or an instant (ISO 8601) at most 30 days ahead.',
      }),
    ),
    job_id: MayBeAbsent(
      Type.String({ format: 'uuid', description: 'Only with `end`. A job without a story moves nothing.' }),
    ),
  }),
  example: { to: 'next' },
  answers: {
    ...changing,
    ...withBody,
    200: {
      description: 'The clock, and what happened.',
      body: ClockMoved,
      examples: { next: clockMovedAnswer },
    },
    400: refusedFields(
      '`details` names `advance_seconds` when it is not a number from 0.001 to 2592000; `to` when it is neither `next` nor `end` nor an ' +
        'instant that is later than `now` and at most 30 days ahead; `job_id` when it is sent without `end`; `body` when `advance_seconds` and `to` are both sent or both absent, or when the clock is ten years ahead.',
      clockRefusals,
    ),
    404: absent,
  },
} as const satisfies SandboxOperation

export const listSandboxJobs = {
  operationId: 'listSandboxJobs',
  tag: 'Jobs',
  method: 'GET',
  url: '/sandbox/v1/jobs',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'List the jobs',
  description: 'The jobs of this world by pages of 100, the newest first. Expired drafts are not listed.',
  query: Type.Object({
    before: Type.Optional(JobId),
  }),
  answers: {
    ...everywhereInSandbox,
    200: {
      description: 'The jobs.',
      body: Type.Object({
        jobs: Type.Array(ListedJob),
        next: nullable('string', {
          format: 'uuid',
          description: 'Send it as `before` for the page after this one; null on the last page.',
        }),
      }),
      examples: { jobs: jobsAnswer },
    },
  },
} as const satisfies SandboxOperation

export const readSandboxJob = {
  operationId: 'readSandboxJob',
  tag: 'Jobs',
  method: 'GET',
  url: '/sandbox/v1/jobs/:job_id',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Look at a job',
  description: 'What happened to a job of this world, and what can happen next.',
  params,
  answers: {
    ...everywhereInSandbox,
    200: { description: 'The job.', body: SandboxJob, examples: { accepted: acceptedAnswer } },
    404: absent,
  },
} as const satisfies SandboxOperation

export const makeMove = {
  operationId: 'makeMove',
  tag: 'Jobs',
  method: 'POST',
  url: '/sandbox/v1/jobs/:job_id/moves',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Let the customer or the carrier act',
  description:
    'Answers the job after the move, with the moves that are possible then. `pay` adds a card that behaves as `outcome` says; ' +
    '`publish` holds the total on it.',
  params,
  body: MoveInput,
  example: { do: 'sign_in' },
  answers: {
    ...changing,
    ...withBody,
    200: {
      description: 'The job after the move.',
      body: SandboxJob,
      examples: { signedIn: signedInAnswer },
    },
    400: refusedFields(
      '`details` names each of `do`, `outcome`, `by`, `stars`, `reason`, `agrees` and `way_percent` that has no value of its list or range. A move that exists but is not ' +
        'possible now is a 409.',
      moveRefusals,
    ),
    404: absent,
  },
} as const satisfies SandboxOperation

export const deleteWorld = {
  operationId: 'deleteWorld',
  tag: 'World',
  method: 'DELETE',
  url: '/sandbox/v1/world',
  access: 'partner_key',
  requestHeaders: worldHeaders,
  summary: 'Delete the world',
  description:
    'Deletes the jobs of this world with all that belongs to them, its people, its clock and its name. The next call starts the world again, at the real time.',
  answers: { ...changing, 204: { description: 'Deleted.', body: null } },
} as const satisfies SandboxOperation
