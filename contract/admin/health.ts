import { type Static, Type } from 'typebox'
import { Id, Instant, MaybeInstant, MaybeText } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { answers } from './common.ts'

const count = (description: string) => Type.Integer({ minimum: 0, description })
const milliseconds = (description: string) =>
  Type.Integer({ minimum: 0, description: `${description}, in milliseconds.` })

/** The parts of the installation whose rows wait for a background task. */
export const queueNames = ['sms', 'payments', 'notices', 'pushes', 'exports'] as const
export const checkStatuses = ['ok', 'warn', 'fail'] as const
export const examinationStates = ['none', 'running', 'done', 'lost'] as const
export const settingSources = ['environment', 'file', 'recorded', 'default'] as const

const Node = Type.Object(
  {
    node_id: Id('Of this run of the process.'),
    role: Type.String({ description: '`start`, `serve` or `work`.' }),
    host: Type.String(),
    version: MaybeText('Of Dray.'),
    node_version: MaybeText('Of Node.js.'),
    started_at: Instant('Started'),
    seen_at: Instant('Last seen'),
    alive: Type.Boolean({
      description: 'False when it was not seen for 15 s: it crashed, or cannot reach the database.',
    }),
    contradicted_settings: Type.Array(Type.String(), {
      description: 'Settings with which it runs and that the installation has recorded differently.',
    }),
  },
  { $id: 'HealthNode', additionalProperties: false },
)
export type HealthNode = Static<typeof Node>

const Task = Type.Object(
  {
    task: Type.String(),
    ended_at: Instant('When its last run ended, on any node'),
    ms: milliseconds('Duration of that run'),
    next_at: Instant('When it runs next'),
    failed_at: MaybeInstant('When a run last failed; null if none did'),
    error: MaybeText('Of that run.'),
  },
  { $id: 'HealthTask', additionalProperties: false },
)
export type HealthTask = Static<typeof Task>

const Queue = Type.Object(
  {
    queue: Type.Enum([...queueNames], { type: 'string' }),
    waiting: count('Rows that wait or are being worked on, counted up to 10,000.'),
    oldest_at: MaybeInstant('Since when the oldest of them has been due; null without one that is due'),
  },
  { $id: 'HealthQueue', additionalProperties: false },
)
export type HealthQueue = Static<typeof Queue>

export const readHealth = {
  operationId: 'readHealth',
  method: 'GET',
  url: '/admin/v1/health',
  access: 'viewer',
  summary: 'Nodes, versions, tasks and queues',
  description:
    'Nodes are those seen within a day. A task is absent until its first run; what it did appears about five seconds later.',
  answers: answers({
    200: {
      description: 'As it is now.',
      body: Type.Object(
        {
          versions: Type.Object(
            {
              dray: Type.String({ description: 'Of the node that answers.' }),
              node: Type.String({ description: 'Node.js of the node that answers.' }),
              postgresql: Type.String(),
              migration: Type.String({ description: 'The last one that was run.' }),
            },
            { additionalProperties: false },
          ),
          nodes: Type.Array(Node),
          tasks: Type.Array(Task),
          queues: Type.Array(Queue),
          missing_company_settings: Type.Array(Type.String(), {
            description: 'Settings that say who runs the service, missing although real money moves.',
          }),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

/** What a check has found. */
export const checkMembers = {
  status: Type.Enum([...checkStatuses], { type: 'string' }),
  detail: Type.String({ description: 'What was found, in the language of the request.' }),
  remedy: MaybeText('What to do about it, in the language of the request; null when it is fine.'),
}

const Check = Type.Object(
  {
    name: Type.String({ description: 'What was checked, in the language of the request.' }),
    ...checkMembers,
  },
  { $id: 'HealthCheck', additionalProperties: false },
)
export type HealthCheck = Static<typeof Check>

const Examination = Type.Object(
  {
    state: Type.Enum([...examinationStates], {
      type: 'string',
      description: '`none`: there was none yet; `lost`: its node stopped before the end.',
    }),
    started_at: MaybeInstant('Started'),
    finished_at: MaybeInstant('Ended'),
    started_by: MaybeText('The member; null when they were removed.'),
    checks: Type.Array(Check, { description: 'So far.' }),
  },
  { $id: 'Examination', additionalProperties: false },
)
export type Examination = Static<typeof Examination>

export const readExamination = {
  operationId: 'readExamination',
  method: 'GET',
  url: '/admin/v1/examination',
  access: 'viewer',
  summary: 'What the doctor has found',
  description: 'The last examination, also while it goes on.',
  answers: answers({ 200: { description: 'The examination.', body: Examination } }),
} as const satisfies AdminOperation

export const startExamination = {
  operationId: 'startExamination',
  method: 'POST',
  url: '/admin/v1/examination',
  access: 'staff',
  summary: 'Examine the installation',
  description:
    'Runs the checks of `dray doctor` in the background of the node that answers. Sends no SMS. At most 6 a minute.',
  answers: answers(
    { 200: { description: 'It has begun.', body: Examination } },
    { 409: '`wrong_state`: an examination is running.' },
  ),
} as const satisfies AdminOperation

const ShownSetting = Type.Object(
  {
    name: Type.String(),
    description: Type.String({
      description: 'In the language of the request, with Markdown for code and links.',
    }),
    value: MaybeText('In force; null for a secret, and where nothing is set.'),
    is_secret: Type.Boolean({ description: 'Its value is never shown.' }),
    is_set: Type.Boolean({ description: 'It has a value that is not the default.' }),
    source: Type.Enum([...settingSources], {
      type: 'string',
      description:
        '`recorded`: taken over from the servers that ran when this one started. `file`: the settings file.',
    }),
    allowed: MaybeText('The values that it may have; null where the description says it.'),
    fallback: MaybeText('The default, or in words where it comes from; null without one.'),
  },
  { $id: 'ShownSetting', additionalProperties: false },
)
export type ShownSetting = Static<typeof ShownSetting>

const ShownSettings = Type.Object(
  {
    title: Type.String({ description: 'In the language of the request.' }),
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
  summary: 'All settings',
  description:
    'With the values of the node that answers. They are changed in the environment or in the settings file, and hold from the next start.',
  answers: answers({
    200: {
      description: 'By group.',
      body: Type.Object(
        {
          file: MaybeText('Path of the settings file that was read; null without one.'),
          groups: Type.Array(ShownSettings),
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const healthOperations = [readHealth, readExamination, startExamination, listSettings] as const
