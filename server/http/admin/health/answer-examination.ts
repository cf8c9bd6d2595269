import type { Kysely } from 'kysely'
import type { Examination } from '#contract/admin/health.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { readExamination, writeCheck } from '../../../health/examination.ts'
import { texts } from '../../../texts/index.ts'

/** The last examination as the contract shows it, in the language of the caller. */
export async function answerExamination(kysely: Kysely<Tables>, language: Language): Promise<Examination> {
  const row = await readExamination(kysely)
  if (!row) return { state: 'none', started_at: null, finished_at: null, started_by: null, checks: [] }
  const { started_at, finished_at, started_by, checks, is_lost } = row
  return {
    state: finished_at ? 'done' : is_lost ? 'lost' : 'running',
    started_at: started_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
    started_by,
    checks: checks.map((check) => writeCheck(check, texts[language])),
  }
}
