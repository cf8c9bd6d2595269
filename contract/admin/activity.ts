import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeText, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { funnelStages, keyModes, providerKinds } from '../vocabulary.ts'
import { answers, BeforeId, pageMembers, pageQuery } from './common.ts'
import { partnerParams } from './partners.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const milliseconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in milliseconds.` })

export const usageSteps = ['hour', 'day'] as const

const UsagePoint = Type.Object(
  {
    at: Instant('Begin of the hour or day'),
    key_id: Id('The key.'),
    status_class: Type.Integer({ minimum: 1, maximum: 5, description: '2 for 200 to 299.' }),
    calls: count('All of them, also those that the log no longer has.'),
    average_ms: milliseconds('Mean time to answer'),
    slowest_ms: milliseconds('Longest time to answer'),
  },
  { $id: 'UsagePoint', additionalProperties: false },
)
export type UsagePoint = Static<typeof UsagePoint>

export const readPartnerUsage = {
  operationId: 'readPartnerUsage',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/usage',
  access: 'viewer',
  summary: 'Calls of a partner over time',
  description:
    'By key and status class. Hours reach back 14 days, days 65. A step without calls is absent. Days are those of UTC.',
  params: partnerParams,
  query: Type.Object({
    step: Type.Enum([...usageSteps], { type: 'string', description: 'Of the chart.' }),
    from: Type.Optional(SentInstant('Not before; by default as far back as there are counts')),
    to: Type.Optional(SentInstant('Before; by default now')),
  }),
  answers: answers(
    {
      200: {
        description: 'The series.',
        body: Type.Object({ points: Type.Array(UsagePoint) }, { additionalProperties: false }),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[!-~]*$', description }))

const requestFilters = {
  request_id: Type.Optional(Id('Only the call with this `X-Request-Id`.')),
  key_id: Type.Optional(Id('Only calls with this key.')),
  status: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  error: text(
    'Only this code of the error body, such as `geocoding_failed`; `duplicate_reference` has none.',
  ),
  route: text('Only this route, as a pattern: `/v1/jobs/:job_id`.'),
  from: Type.Optional(SentInstant('Not before')),
  to: Type.Optional(SentInstant('Before')),
}

const LoggedRequest = Type.Object(
  {
    request_id: Id('`X-Request-Id` of the response.'),
    at: Instant('When it came'),
    key_id: Id('The key.'),
    method: Type.String(),
    route: Type.String({ description: 'The pattern; `none` for an unknown path.' }),
    status: Type.Integer(),
    error: MaybeText('The code of the error body; null without an error.'),
    field: MaybeText('The first refused field.'),
    latency_ms: milliseconds('Time to answer'),
  },
  { $id: 'LoggedRequest', additionalProperties: false },
)
export type LoggedRequest = Static<typeof LoggedRequest>

export const listRequests = {
  operationId: 'listRequests',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/requests',
  access: 'viewer',
  summary: 'Calls of a partner',
  description:
    'Newest first, for `REQUEST_LOG_DAYS`. Bodies, addresses and query strings are never kept. Of each key, day and status at most 10,000 calls; a call appears about a second after it was answered.',
  params: partnerParams,
  query: Type.Object({
    ...requestFilters,
    ...pageQuery(BeforeId),
  }),
  answers: answers(
    {
      200: {
        description: 'A page.',
        body: Type.Object(
          {
            requests: Type.Array(LoggedRequest),
            recorded_until: MaybeInstant(
              'The node that answers has not written its calls since then, for over two minutes; null while the log is written',
            ),
            ...pageMembers,
          },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

export const exportRequests = {
  operationId: 'exportRequests',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/requests/export',
  access: 'viewer',
  summary: 'Download the calls of a partner',
  description:
    'Every call that the filters let through, newest first, as CSV. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  params: partnerParams,
  query: Type.Object(requestFilters),
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

const ErrorGroup = Type.Object(
  {
    status: Type.Integer(),
    error: MaybeText('The code of the error body, or `duplicate_reference`.'),
    field: MaybeText('The first refused field; `photos[]` for any photo.'),
    calls: count('How many the log has.'),
    first_at: Instant('First seen'),
    last_at: Instant('Last seen'),
    request_id: Id('The newest of them.'),
    guide: Type.String({ description: 'Path of the paragraph of the partner guide that says what to do.' }),
  },
  { $id: 'ErrorGroup', additionalProperties: false },
)
export type ErrorGroup = Static<typeof ErrorGroup>

export const listRequestErrors = {
  operationId: 'listRequestErrors',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/errors',
  access: 'viewer',
  summary: 'Errors of a partner by cause',
  description:
    'Calls with the same status, code and first refused field are one cause; the most frequent first.',
  params: partnerParams,
  query: Type.Object({ key_id: Type.Optional(Id('Only calls with this key.')) }),
  answers: answers(
    {
      200: {
        description: 'The causes, at most 100.',
        body: Type.Object({ errors: Type.Array(ErrorGroup) }, { additionalProperties: false }),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

export const StageCount = Type.Object(
  {
    stage: Type.Enum([...funnelStages], { type: 'string' }),
    reached: count('Jobs that came to this stage or further.'),
    expired: count('Drafts that expired at this stage.'),
    withdrawn: count('Drafts that were withdrawn at this stage.'),
    cancelled: count('Jobs that were cancelled at this stage.'),
    going_on: count('Jobs that are at this stage now.'),
  },
  { $id: 'StageCount', additionalProperties: false },
)

export const readPartnerFunnel = {
  operationId: 'readPartnerFunnel',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/funnel',
  access: 'viewer',
  summary: 'How far the jobs of a partner come',
  description:
    'Of the jobs created since then: how many reached each stage, and where the others ended; for this partner, and for all partners to compare, which is up to ten minutes old. Deleted drafts are counted.',
  params: partnerParams,
  query: Type.Object({
    mode: Type.Optional(
      Type.Enum([...keyModes], { type: 'string', description: 'Of the keys; `live` by default.' }),
    ),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        description: 'Days of UTC, today counted; 30 by default.',
      }),
    ),
  }),
  answers: answers(
    {
      200: {
        description: 'The stages in their order.',
        body: Type.Object(
          {
            from: Instant('Created since'),
            partner: Type.Array(StageCount),
            all_partners: Type.Array(StageCount),
          },
          { additionalProperties: false },
        ),
      },
    },
    { 404: '`not_found`.' },
  ),
} as const satisfies AdminOperation

const ProviderOutcome = Type.Object(
  {
    outcome: Type.String({ description: 'What the calls came to, such as `located` or `unavailable`.' }),
    cause: MaybeText('Why they failed.'),
    calls: count('How many.'),
    average_ms: milliseconds('Mean duration'),
    slowest_ms: milliseconds('Longest duration'),
    last_ms: milliseconds('Duration of the last call'),
    last_at: Instant('When the last call ended'),
  },
  { additionalProperties: false },
)

const ProviderActivity = Type.Object(
  {
    kind: Type.Enum([...providerKinds], { type: 'string' }),
    provider: Type.String({ description: 'Its name in the settings.' }),
    outcomes: Type.Array(ProviderOutcome, { description: 'The most frequent first.' }),
  },
  { $id: 'ProviderActivity', additionalProperties: false },
)
export type ProviderActivity = Static<typeof ProviderActivity>

export const listProviderActivity = {
  operationId: 'listProviderActivity',
  method: 'GET',
  url: '/admin/v1/providers/activity',
  access: 'viewer',
  summary: 'What the providers answered',
  description:
    'Real calls of all nodes; answers from a cache are none. Providers without a call are absent, and pushes are not counted.',
  query: Type.Object({
    hours: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_560, description: 'How far back; 24 by default.' }),
    ),
  }),
  answers: answers({
    200: {
      description: 'Each provider.',
      body: Type.Object({ providers: Type.Array(ProviderActivity) }, { additionalProperties: false }),
    },
  }),
} as const satisfies AdminOperation

export const activityOperations = [
  readPartnerUsage,
  listRequests,
  exportRequests,
  listRequestErrors,
  readPartnerFunnel,
  listProviderActivity,
] as const
