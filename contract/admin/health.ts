import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers } from './common.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const milliseconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in milliseconds.` })

/** The queues: rows that wait for a background task. */
export const queueNames = ['sms', 'payments', 'notices', 'pushes', 'mails', 'exports'] as const
export const checkStatuses = ['ok', 'warn', 'fail'] as const
export const examinationStates = ['none', 'running', 'done', 'lost'] as const
export const settingSources = ['environment', 'file', 'recorded', 'default'] as const

const Node = Type.Object(
  {
    node_id: Id('The id of this run of the process.'),
    role: Type.String({ description: 'The command that the node runs: `start`, `serve` or `work`.' }),
    host: Type.String(),
    version: MaybeText('The version of Dray; null if it is not known.'),
    node_version: MaybeText('The version of Node.js; null if it is not known.'),
    started_at: Instant('When the node started'),
    seen_at: Instant('When the node last wrote to the database'),
    alive: Type.Boolean({
      description: 'False if the node was not seen for 15 s: it has crashed, or cannot reach the database.',
    }),
    contradicted_settings: Type.Array(Type.String(), {
      description:
        'The settings whose values on this node differ from those that the installation has recorded.',
    }),
  },
  { $id: 'HealthNode', additionalProperties: false },
)
export type HealthNode = Static<typeof Node>

const Task = Type.Object(
  {
    task: Type.String(),
    ended_at: Instant('When the last run of the task ended, on any node'),
    ms: milliseconds('Duration of that run'),
    next_at: Instant('When the task runs next'),
    failed_at: MaybeInstant('When a run last failed', 'if no run has failed'),
    error: MaybeText('The error of the run that failed last; null without one.'),
  },
  { $id: 'HealthTask', additionalProperties: false },
)
export type HealthTask = Static<typeof Task>

const Queue = Type.Object(
  {
    queue: Type.Enum([...queueNames], { type: 'string' }),
    waiting: count('The number of rows that wait or are being processed, counted up to 10,000.'),
    oldest_at: MaybeInstant('When the oldest of these rows became due', 'if none is due'),
  },
  { $id: 'HealthQueue', additionalProperties: false },
)
export type HealthQueue = Static<typeof Queue>

export const readHealth = {
  operationId: 'readHealth',
  method: 'GET',
  url: '/admin/v1/health',
  access: 'viewer',
  summary: 'Read nodes, versions, tasks and queues',
  description:
    'The nodes that were seen within a day. A task is absent until its first run; the result of a run appears after about five seconds.',
  answers: answers({
    200: {
      description: 'The present state.',
      body: Type.Object(
        {
          versions: Type.Object(
            {
              dray: Type.String({ description: 'The version of Dray on the answering node.' }),
              node: Type.String({ description: 'The version of Node.js on the answering node.' }),
              postgresql: Type.String(),
              migration: Type.String({ description: 'The name of the last migration that has run.' }),
            },
            { additionalProperties: false },
          ),
          nodes: Type.Array(Node),
          tasks: Type.Array(Task),
          queues: Type.Array(Queue),
          missing_company_settings: Type.Array(Type.String(), {
            description:
              'The settings about the company behind the service that are missing although real money moves.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

/** The result of a check. */
export const checkMembers = {
  status: Type.Enum([...checkStatuses], { type: 'string' }),
  detail: Type.String({ description: 'The result in words, in the language of the request.' }),
  remedy: MaybeText(
    'What to do about a failure or warning, in the language of the request; null if the check passed.',
  ),
}

const Check = Type.Object(
  {
    name: Type.String({ description: 'The name of the check, in the language of the request.' }),
    ...checkMembers,
  },
  { $id: 'HealthCheck', additionalProperties: false },
)
export type HealthCheck = Static<typeof Check>

const Examination = Type.Object(
  {
    state: Type.Enum([...examinationStates], {
      type: 'string',
      description:
        '`none`: there was no examination yet; `running`: it has not ended; `done`: it has ended; `lost`: its node stopped before the end.',
    }),
    started_at: MaybeInstant('When the examination started'),
    finished_at: MaybeInstant('When the examination ended'),
    started_by: MaybeText('The name of the member who started it; null if the member was removed.'),
    checks: Type.Array(Check, { description: 'The checks that have ended so far.' }),
  },
  { $id: 'Examination', additionalProperties: false },
)
export type Examination = Static<typeof Examination>

export const readExamination = {
  operationId: 'readExamination',
  method: 'GET',
  url: '/admin/v1/examination',
  access: 'viewer',
  summary: 'Read the results of the doctor',
  description: 'The last examination, also while it is running.',
  answers: answers({ 200: { description: 'The examination.', body: Examination } }),
} as const satisfies AdminOperation

export const startExamination = {
  operationId: 'startExamination',
  method: 'POST',
  url: '/admin/v1/examination',
  access: 'staff',
  summary: 'Examine the installation',
  description:
    'Runs the checks of `dray doctor` in the background of the answering node. No SMS is sent. At most 6 a minute.',
  answers: answers(
    { 200: { description: 'The examination, which is running.', body: Examination } },
    { 409: '`wrong_state`: an examination is running.' },
  ),
} as const satisfies AdminOperation

const ShownSetting = Type.Object(
  {
    name: Type.String(),
    description: Type.String({
      description:
        'The meaning of the setting, in the language of the request, with Markdown for code and links.',
    }),
    value: MaybeText('The value in force; null for a secret, and for a setting without a value.'),
    is_secret: Type.Boolean({ description: 'True for a secret, whose value is never shown.' }),
    is_set: Type.Boolean({ description: 'True if the setting has a value that is not the default.' }),
    source: Type.Enum([...settingSources], {
      type: 'string',
      description:
        'The origin of the value. `environment`: an environment variable; `file`: the settings file; `recorded`: recorded by the nodes that ran when this one started; `default`: the default.',
    }),
    allowed: MaybeText('The allowed values; null if the description has them.'),
    fallback: MaybeText('The default, or an explanation of how it is found; null without a default.'),
  },
  { $id: 'ShownSetting', additionalProperties: false },
)
export type ShownSetting = Static<typeof ShownSetting>

const ShownSettings = Type.Object(
  {
    title: Type.String({ description: 'The title of the group, in the language of the request.' }),
    in_use: Type.Boolean({ description: 'False for the settings of a provider that is not chosen.' }),
    settings: Type.Array(ShownSetting),
  },
  { $id: 'ShownSettings', additionalProperties: false },
)
export type ShownSettings = Static<typeof ShownSettings>

export const listSettings = {
  operationId: 'listSettings',
  method: 'GET',
  url: '/admin/v1/settings',
  access: 'staff',
  summary: 'List all settings',
  description:
    'The settings with the values of the answering node. They are changed in the environment or in the settings file; a change takes effect at the next start.',
  answers: answers({
    200: {
      description: 'The settings by group.',
      body: Type.Object(
        {
          file: MaybeText('The path of the settings file that was read; null without one.'),
          groups: Type.Array(ShownSettings),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const healthOperations = [readHealth, readExamination, startExamination, listSettings] as const
