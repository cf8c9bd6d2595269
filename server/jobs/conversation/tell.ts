import { sql, type Transaction } from 'kysely'
import type { NoticeKind } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'

type Told = { jobId: string; accountId: string; kind: NoticeKind }

/** A notice, unless the last one of this kind about the job still waits to be sent: messages may come in a row. */
export const tellOnce = (trx: Transaction<Tables>, { jobId, accountId, kind }: Told) =>
  sql`insert into notice (account_id, kind, job_id)
    select ${accountId}, ${kind}, ${jobId}
    where not exists (select from notice where account_id = ${accountId} and kind = ${kind} and job_id = ${jobId}
      and told_at is null)`.execute(trx)
