import type { Kysely } from 'kysely'
import { type AuditEvent, exportAuditEvents as operation } from '#contract/admin/audit.ts'
import type { Answered } from '#contract/app/common.ts'
import { type AuditFilters, findAuditEvents } from '../../../db/find-audit-events.ts'
import type { Tables } from '../../../db/tables.ts'
import { type Column, csvOf, membersOf } from '../../../lib/csv.ts'
import { allPages, readPage } from '../../../lib/page.ts'
import type { Handler, MemberCaller } from '../../mount.ts'
import { sendFile } from '../../responses/send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { presentEvents } from './present-event.ts'

/** Sends all events that the filters let through as a file, which is recorded first. */
export const exportAuditEvents =
  (needs: RecordExportNeeds): Handler<typeof operation> =>
  async ({ caller, query: { format, ...filters }, request, reply }) => {
    await recordExport(
      needs,
      { caller, request },
      {
        act: 'audit.export',
        targets: [{ type: 'audit', id: 'log' }],
        limit: { of: 'audit', perMinute: 6 },
      },
    )
    const pages = pagesOf(needs.kysely, filters, caller)
    const parts = format === 'csv' ? csvOf(columns, pages) : ndjsonOf(pages)
    return sendFile(reply, { name: 'dray-audit', type: format, parts })
  }

const pagesOf = (
  kysely: Kysely<Tables>,
  filters: Omit<AuditFilters, 'before' | 'limit'>,
  caller: Pick<MemberCaller, 'role'>,
) =>
  allPages(async (at) => {
    const find = (limit: number) => findAuditEvents(kysely, { ...filters, before: at.before, limit })
    const { rows, next } = await readPage(at, find, ({ id }) => String(id))
    return { rows: await presentEvents(kysely, rows, caller), next }
  })

async function* ndjsonOf(pages: AsyncIterable<readonly Answered<AuditEvent>[]>): AsyncGenerator<string> {
  for await (const events of pages) yield events.map((event) => `${JSON.stringify(event)}\n`).join('')
}

const columns: Column<Answered<AuditEvent>>[] = [
  ...membersOf('event_id', 'at'),
  { header: 'actor_type', value: ({ actor }) => actor.type },
  { header: 'actor_id', value: ({ actor }) => actor.id },
  { header: 'actor_name', value: ({ actor }) => actor.name },
  { header: 'actor_role', value: ({ actor }) => actor.role },
  ...membersOf('act'),
  { header: 'targets', value: ({ targets }) => targets.map(targetOf).join(', ') },
  ...membersOf('reason'),
  { header: 'changes', value: ({ changes }) => changes && JSON.stringify(changes) },
  ...membersOf('request_id'),
]

const targetOf = ({ type, id, label }: AuditEvent['targets'][number]): string =>
  [type, id, label && `(${label})`].filter(Boolean).join(' ')
