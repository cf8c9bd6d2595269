import { type Static, Type } from 'typebox'
import { Instant, MaybeText, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { actorTypes } from '../vocabulary.ts'
import { answers, pageMembers, pageQuery } from './common.ts'

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\p{Cc}\\p{Cs}]*$', description }))

const filters = {
  actor: text('Name or id of who acted, whole.'),
  act: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,50}(\\.[a-z_]{1,50})?$',
      description: '`<thing>.<verb>` such as `key.revoke`, or only the thing: `key`.',
    }),
  ),
  target: text('Id of what was changed, whole.'),
  from: Type.Optional(SentInstant('Not before')),
  to: Type.Optional(SentInstant('Before')),
}

const AuditEvent = Type.Object(
  {
    event_id: Type.Integer({ minimum: 1, description: 'Rises with time.' }),
    at: Instant('When'),
    actor: Type.Object(
      {
        type: Type.Enum([...actorTypes], {
          type: 'string',
          description: '`cli`: a command; `staff`: a member of staff; `system`: the service itself.',
        }),
        id: MaybeText('The member; null for a command.'),
        name: Type.String({ description: 'As it was then.' }),
        role: MaybeText('The role of the member then; null for a command.'),
      },
      { additionalProperties: false },
    ),
    act: Type.String(),
    targets: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          id: Type.String(),
          label: MaybeText(
            'As it is called now, as this member may read it: company, name, short id and title of a job, start of a tariff; null where it has no name or is deleted.',
          ),
          partner_id: MaybeText('The partner that a key or a tariff belongs to; null for others.'),
        },
        { additionalProperties: false },
      ),
    ),
    reason: MaybeText('What the actor gave.'),
    changes: Type.Unsafe<Record<string, { from: unknown; to: unknown }> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'Each changed field with its values before and after, `{from, to}`; null where there are none.',
    }),
    request_id: MaybeText('The same for all events of one request: its `X-Request-Id`.'),
  },
  { $id: 'AuditEvent', additionalProperties: false },
)
export type AuditEvent = Static<typeof AuditEvent>

const BeforeEvent = Type.String({ pattern: '^[1-9][0-9]{0,15}$', description: '`next` of the page before.' })

export const listAuditEvents = {
  operationId: 'listAuditEvents',
  method: 'GET',
  url: '/admin/v1/audit',
  access: 'viewer',
  summary: 'Who changed what',
  description: 'Newest first.',
  query: Type.Object({
    ...filters,
    ...pageQuery(BeforeEvent),
  }),
  answers: answers({
    200: {
      description: 'The events.',
      body: Type.Object(
        {
          events: Type.Array(AuditEvent),
          ...pageMembers,
        },
        { additionalProperties: false },
      ),
    },
  }),
} as const satisfies AdminOperation

export const auditExportFormats = ['csv', 'ndjson'] as const

export const exportAuditEvents = {
  operationId: 'exportAuditEvents',
  method: 'GET',
  url: '/admin/v1/audit/export',
  access: 'viewer',
  summary: 'Download who changed what',
  description:
    'Every event that the filters let through, newest first, as a file. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  query: Type.Object({
    ...filters,
    format: Type.Enum([...auditExportFormats], { type: 'string', description: 'Of the file.' }),
  }),
  downloads: ['text/csv', 'application/x-ndjson'],
  answers: answers({ 200: { description: 'The file.', body: null } }),
} as const satisfies AdminOperation

export const auditOperations = [listAuditEvents, exportAuditEvents] as const
