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
    at: Instant('The start of the hour or day'),
    key_id: Id('The key.'),
    status_class: Type.Integer({
      minimum: 1,
      maximum: 5,
      description: 'The first digit of the status: 2 for 200 to 299.',
    }),
    calls: count('The number of calls, also of those that the log no longer has.'),
    average_ms: milliseconds('Mean duration of the calls'),
    slowest_ms: milliseconds('Longest duration of a call'),
  },
  { $id: 'UsagePoint', additionalProperties: false },
)
export type UsagePoint = Static<typeof UsagePoint>

export const readPartnerUsage = {
  operationId: 'readPartnerUsage',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/usage',
  access: 'viewer',
  summary: 'Count the calls of a partner over time',
  description:
    'The numbers of calls by key and status class, for each hour of the last 14 days or for each day (UTC) of the last 65 days. An hour or day without calls is absent.',
  params: partnerParams,
  query: Type.Object({
    step: Type.Enum([...usageSteps], { type: 'string', description: 'The length of each interval.' }),
    from: Type.Optional(SentInstant('The start of the series; by default as early as there are counts')),
    to: Type.Optional(SentInstant('The end of the series, exclusive; now by default')),
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
    'Only calls with this error code, such as `geocoding_failed`; `duplicate_reference` for a taken reference, whose body has no code.',
  ),
  route: text('Only calls of this route, as a pattern such as `/v1/jobs/:job_id`.'),
  from: Type.Optional(SentInstant('Only calls at or after this instant')),
  to: Type.Optional(SentInstant('Only calls before this instant')),
}

const LoggedRequest = Type.Object(
  {
    request_id: Id('The `X-Request-Id` of the response.'),
    at: Instant('When the call arrived'),
    key_id: Id('The key.'),
    method: Type.String(),
    route: Type.String({ description: 'The route as a pattern; `none` for an unknown path.' }),
    status: Type.Integer(),
    error: MaybeText('The error code, or `duplicate_reference`; null without an error.'),
    field: MaybeText('The first refused field; null if none was refused.'),
    latency_ms: milliseconds('Duration of the call'),
  },
  { $id: 'LoggedRequest', additionalProperties: false },
)
export type LoggedRequest = Static<typeof LoggedRequest>

export const listRequests = {
  operationId: 'listRequests',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/requests',
  access: 'viewer',
  summary: 'List the calls of a partner',
  description:
    'The newest first. Calls are stored for `REQUEST_LOG_DAYS` days, at most 10,000 of each key, day and status, without bodies, addresses and query strings. A call is listed about a second after its response.',
  params: partnerParams,
  query: Type.Object({
    ...requestFilters,
    ...pageQuery(BeforeId),
  }),
  answers: answers(
    {
      200: {
        description: 'A page of the calls.',
        body: Type.Object(
          {
            requests: Type.Array(LoggedRequest),
            recorded_until: MaybeInstant(
              'The log lacks the calls of the answering node since this instant, which is over two minutes ago',
              'while the log is complete',
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
    'A CSV file with every call that matches the filters, the newest first. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  params: partnerParams,
  query: Type.Object(requestFilters),
  downloads: ['text/csv'],
  answers: answers({ 200: { description: 'The file.', body: null } }, { 404: '`not_found`.' }),
} as const satisfies AdminOperation

const ErrorGroup = Type.Object(
  {
    status: Type.Integer(),
    error: MaybeText('The error code, or `duplicate_reference`; null without one.'),
    field: MaybeText('The first refused field, with `photos[]` for any photo; null if no field was refused.'),
    calls: count('The number of these calls in the log.'),
    first_at: Instant('When the first of these calls arrived'),
    last_at: Instant('When the last of these calls arrived'),
    request_id: Id('The newest of these calls.'),
    guide: Type.String({
      description: 'The path of the paragraph in the partner guide that explains what to do.',
    }),
  },
  { $id: 'ErrorGroup', additionalProperties: false },
)
export type ErrorGroup = Static<typeof ErrorGroup>

export const listRequestErrors = {
  operationId: 'listRequestErrors',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/errors',
  access: 'viewer',
  summary: 'List the errors of a partner by cause',
  description:
    'Refused calls with the same status, error code and first refused field have one cause. The most frequent first.',
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
    reached: count('Jobs that reached this stage or a later one.'),
    expired: count('Drafts that expired at this stage.'),
    withdrawn: count('Drafts that were withdrawn, or discarded by their customer, at this stage.'),
    cancelled: count('Jobs that were cancelled at this stage.'),
    going_on: count('Jobs that are at this stage now and have not ended.'),
  },
  { $id: 'StageCount', additionalProperties: false },
)

export const readPartnerFunnel = {
  operationId: 'readPartnerFunnel',
  method: 'GET',
  url: '/admin/v1/partners/:partner_id/funnel',
  access: 'viewer',
  summary: 'Read the funnel of the jobs of a partner',
  description:
    'How many jobs, created in the given days, reached each stage, and at which stage the others ended. Also for all partners together, as a comparison that is up to ten minutes old. Deleted drafts are counted.',
  params: partnerParams,
  query: Type.Object({
    mode: Type.Optional(
      Type.Enum([...keyModes], { type: 'string', description: 'The mode of the keys; `live` by default.' }),
    ),
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 366,
        description: 'The number of days (UTC), including today; 30 by default.',
      }),
    ),
  }),
  answers: answers(
    {
      200: {
        description: 'The stages in their order.',
        body: Type.Object(
          {
            from: Instant('The start of the first day'),
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
    outcome: Type.String({ description: 'The outcome of the calls, such as `located` or `unavailable`.' }),
    cause: MaybeText('Why the calls failed; null if they did not.'),
    calls: count('The number of calls.'),
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
    outcomes: Type.Array(ProviderOutcome, { description: 'The outcomes, the most frequent first.' }),
  },
  { $id: 'ProviderActivity', additionalProperties: false },
)
export type ProviderActivity = Static<typeof ProviderActivity>

export const listProviderActivity = {
  operationId: 'listProviderActivity',
  method: 'GET',
  url: '/admin/v1/providers/activity',
  access: 'viewer',
  summary: 'Read the outcomes of calls to providers',
  description:
    'The calls of all nodes, without answers from a cache. Providers without a call are absent. Pushes are not counted.',
  query: Type.Object({
    hours: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_560,
        description: 'The number of hours up to now; 24 by default.',
      }),
    ),
  }),
  answers: answers({
    200: {
      description: 'The providers with their calls.',
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
