import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import type { AuditAct } from '#contract/audit-acts.ts'
import { type By, recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { newId } from '../../../lib/ids.ts'
import { Problem } from '../../../lib/problem.ts'
import { roleTooLow } from '../../../members/refusals.ts'
import { phoneIn } from './phone-search.ts'

/* Saved views of the list of jobs: the member's own, and the ones that an owner shares with all. */

type Needs = { kysely: Kysely<Tables> }
type Trx = Transaction<Tables>

export type ViewRow = Selectable<Tables['job_view']>

/** The member who acts; `mayShare` for an owner. */
type Who = { memberId: string; mayShare: boolean; by: By }

/** The shared views, then the member's own, each in its saved order. */
export const listViews = ({ kysely }: Needs, memberId: string): Promise<ViewRow[]> =>
  kysely
    .selectFrom('job_view')
    .selectAll()
    .where((view) => view.or([view('shared', '=', true), view('member_id', '=', memberId)]))
    .orderBy('shared', 'desc')
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

const maxViews = 50

export type NewView = { name: string; filters: JobFilters; shared: boolean }

/** @throws Problem `role_too_low`, `wrong_state` when there are too many, `validation_error` for a phone. */
export function createView(
  { kysely }: Needs,
  { memberId, mayShare, by }: Who,
  view: NewView,
): Promise<ViewRow> {
  refusePhone(view.filters)
  if (view.shared && !mayShare) throw roleTooLow
  return kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute()
    const { own } = await trx
      .selectFrom('job_view')
      .select([sql<number>`count(*)::integer`.as('own')])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (own >= maxViews) throw tooManyViews
    const row = await trx
      .insertInto('job_view')
      .values({
        ...view,
        filters: JSON.stringify(view.filters),
        id: newId(),
        member_id: memberId,
        position: own,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, by, { act: 'job_view.create', id: row.id })
    return row
  })
}

export type ViewChange = { viewId: string } & Partial<NewView>

/** @returns null when this member sees no such view. @throws Problem `role_too_low`, `validation_error`. */
export function changeView(
  { kysely }: Needs,
  who: Who,
  { viewId, ...change }: ViewChange,
): Promise<ViewRow | null> {
  const { filters, ...others } = change
  if (filters) refusePhone(filters)
  if (change.shared && !who.mayShare) throw roleTooLow
  return kysely.transaction().execute(async (trx) => {
    const view = await lock(trx, who, viewId)
    if (!view) return null
    const set = {
      ...others,
      ...(filters && { filters: JSON.stringify(filters) }),
      // Its author may have been removed.
      ...(change.shared === false && { member_id: view.member_id ?? who.memberId }),
    }
    if (Object.keys(set).length === 0) return view
    await record(trx, who.by, { act: 'job_view.change', id: viewId })
    return trx
      .updateTable('job_view')
      .set(set)
      .where('id', '=', viewId)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** @returns false when this member sees no such view. @throws Problem `role_too_low`. */
export function deleteView({ kysely }: Needs, who: Who, viewId: string): Promise<boolean> {
  return kysely.transaction().execute(async (trx) => {
    const view = await lock(trx, who, viewId)
    if (!view) return false
    await trx.deleteFrom('job_view').where('id', '=', viewId).execute()
    await record(trx, who.by, { act: 'job_view.delete', id: viewId })
    return true
  })
}

/** Orders the listed views of the member, for an owner also the shared ones, which is recorded. */
export function orderViews(
  { kysely }: Needs,
  { memberId, mayShare, by }: Who,
  viewIds: string[],
): Promise<void> {
  return kysely.transaction().execute(async (trx) => {
    const { rows } = await sql<{ id: string; shared: boolean }>`
      update job_view set position = listed.position from unnest(${viewIds}::uuid[]) with ordinality listed (id, position)
      where job_view.id = listed.id and job_view.position <> listed.position
        and (job_view.member_id = ${memberId} and not job_view.shared or job_view.shared and ${mayShare})
      returning job_view.id, job_view.shared`.execute(trx)
    const targets = rows.flatMap(({ id, shared }) => (shared ? [{ type: 'job_view' as const, id }] : []))
    if (targets.length > 0) await recordAudit(trx, { ...by, act: 'job_view.order', targets })
  })
}

async function lock(trx: Trx, { memberId, mayShare }: Who, viewId: string): Promise<ViewRow | undefined> {
  const view = await trx
    .selectFrom('job_view')
    .selectAll()
    .where('id', '=', viewId)
    .where((row) => row.or([row('shared', '=', true), row('member_id', '=', memberId)]))
    .forUpdate()
    .executeTakeFirst()
  if (view?.shared && !mayShare) throw roleTooLow
  return view
}

const record = (trx: Trx, by: By, { act, id }: { act: AuditAct; id: string }) =>
  recordAudit(trx, { ...by, act, targets: [{ type: 'job_view', id }] })

/** A view stays for years, and an erasure would miss a phone in it. */
function refusePhone({ search }: JobFilters): void {
  if (!phoneIn(search ?? '')) return
  throw new Problem('validation_error', (t) => t.accounts.checkInput, {
    details: { 'filters.search': (t) => t.panel.viewPhone },
  })
}

const tooManyViews = new Problem('wrong_state', (t) => t.panel.tooManyViews)
