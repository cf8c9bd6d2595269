import { type Kysely, sql } from 'kysely'
import type { HealthCheck } from '#contract/admin/health.ts'
import { type By, recordAudit } from '../db/audit.ts'
import type { Check } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import type { Background } from '../lib/background.ts'
import { newId } from '../lib/ids.ts'
import { writeCoded } from '../texts/coded.ts'
import type { Texts } from '../texts/index.ts'

/** Longer than any step of an examination: an older examination crashed with its node. */
const lostAfterSeconds = 120

export type ExaminationNeeds = {
  kysely: Kysely<Tables>
  /** The checks of `dray doctor`, in steps. */
  examine: () => AsyncIterable<Check[]>
  background: Background
}

/**
 * Starts an examination in the background of this node. Only one node examines at a time.
 *
 * @returns false when an examination is running.
 */
export async function startExamination(needs: ExaminationNeeds, { by }: { by: By }): Promise<boolean> {
  const runId = newId()
  if (!(await claim(needs.kysely, { runId, by }))) return false
  needs.background.start((signal) => run(needs, runId, signal))
  return true
}

function claim(kysely: Kysely<Tables>, { runId, by }: { runId: string; by: By }): Promise<boolean> {
  const begun = {
    run_id: runId,
    member_id: by.actor.id ?? null,
    started_at: sql<Date>`now()`,
    touched_at: sql<Date>`now()`,
    finished_at: null,
    checks: '[]',
  }
  return kysely.transaction().execute(async (trx) => {
    const claimed = await trx
      .insertInto('examination')
      .values(begun)
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(begun)
          .where((eb) => eb.or([eb('examination.finished_at', 'is not', null), eb(isLost, '=', true)])),
      )
      .returning('run_id')
      .executeTakeFirst()
    if (!claimed) return false
    const targets = [{ type: 'installation' as const, id: 'doctor' }]
    await recordAudit(trx, { ...by, act: 'installation.examine', targets })
    return true
  })
}

const isLost = sql<boolean>`(examination.touched_at < now() - make_interval(secs => ${lostAfterSeconds}))`

/** Stores the result of each step, to show the progress. */
async function run({ kysely, examine }: ExaminationNeeds, runId: string, signal: AbortSignal): Promise<void> {
  const store = (checks: Check[], isFinished: boolean) =>
    kysely
      .updateTable('examination')
      .set({
        checks: sql<string>`checks || ${JSON.stringify(checks)}::jsonb`,
        touched_at: sql<Date>`now()`,
        ...(isFinished && { finished_at: sql<Date>`now()` }),
      })
      .where('run_id', '=', runId)
      .execute()
  for await (const checks of examine()) {
    await store(checks, false)
    if (signal.aborted) return
  }
  await store([], true)
}

/** The last examination; null before the first. */
export async function readExamination(kysely: Kysely<Tables>) {
  const row = await kysely
    .selectFrom('examination')
    .leftJoin('member', 'member.id', 'member_id')
    .select(['started_at', 'finished_at', 'checks', 'member.name as started_by', isLost.as('is_lost')])
    .executeTakeFirst()
  return row ?? null
}

/** A check of the doctor in the language of its reader. */
export const writeCheck = ({ name, status, detail, remedy }: Check, { doctor }: Texts): HealthCheck => ({
  name: writeCoded(doctor.checks, name),
  status,
  detail: writeCoded(doctor.findings, detail),
  remedy: remedy && writeCoded(doctor.remedies, remedy),
})
