import { type Static, Type } from 'typebox'
import { Instant, MaybeText, SentInstant } from '../app/common.ts'
import type { AdminOperation } from '../operation.ts'
import { actorTypes } from '../vocabulary.ts'
import { answers, pageMembers, pageQuery } from './common.ts'
import { filterText } from './people.ts'

const text = (description: string) => filterText(description, 100)

const filters = {
  actor: text('Exact name or id of the actor.'),
  act: Type.Optional(
    Type.String({
      pattern: '^[a-z_]{1,50}(\\.[a-z_]{1,50})?$',
      description: 'An act `<thing>.<verb>`, such as `key.revoke`; or all acts on a thing, such as `key`.',
    }),
  ),
  target: text('Exact id of the changed row.'),
  from: Type.Optional(SentInstant('Only events at or after this instant')),
  to: Type.Optional(SentInstant('Only events before this instant')),
}

const AuditEvent = Type.Object(
  {
    event_id: Type.Integer({
      minimum: 1,
      description: 'The number of the event; later events have higher numbers.',
    }),
    at: Instant('When it happened'),
    actor: Type.Object(
      {
        type: Type.Enum([...actorTypes], {
          type: 'string',
          description:
            '`cli`: a command; `staff`: a member of staff; `partner`: a member of a partner; `system`: the service itself.',
        }),
        id: MaybeText('The member; null for `cli` and `system`.'),
        name: Type.String({ description: 'The name of the actor when it happened.' }),
        role: MaybeText('The role of the member when it happened; null for `cli` and `system`.'),
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
            'The present name of the target, as far as this member may read it: company, person, short id and title of a job, start of a tariff. Null if it has none or is deleted.',
          ),
          partner_id: MaybeText(
            'The partner of a key or of a tariff; null for any other target, and for the general tariff.',
          ),
        },
        { additionalProperties: false },
      ),
    ),
    reason: MaybeText('The reason that the actor gave; null without one.'),
    changes: Type.Unsafe<Record<string, { from: unknown; to: unknown }> | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description:
        'Each changed field with its values before and after the act, `{from, to}`; null if no field was recorded.',
    }),
    request_id: MaybeText(
      'The `X-Request-Id` of the request; all events of one request have the same. Null without a request.',
    ),
  },
  { $id: 'AuditEvent', additionalProperties: false },
)
export type AuditEvent = Static<typeof AuditEvent>

const BeforeEvent = Type.String({
  pattern: '^[1-9][0-9]{0,15}$',
  description: 'The `next` of the previous page.',
})

export const listAuditEvents = {
  operationId: 'listAuditEvents',
  method: 'GET',
  url: '/admin/v1/audit',
  access: 'viewer',
  summary: 'List the events of the audit log',
  description: 'The newest first.',
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
  summary: 'Download the events of the audit log',
  description:
    'Every event that matches the filters, the newest first, as a file. Cells that a spreadsheet would run as a formula begin with an apostrophe.',
  query: Type.Object({
    ...filters,
    format: Type.Enum([...auditExportFormats], { type: 'string', description: 'The format of the file.' }),
  }),
  downloads: ['text/csv', 'application/x-ndjson'],
  answers: answers({ 200: { description: 'The file.', body: null } }),
} as const satisfies AdminOperation

export const auditOperations = [listAuditEvents, exportAuditEvents] as const
