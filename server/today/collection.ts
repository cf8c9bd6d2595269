import { sql } from 'kysely'
import { collectBySql, isUncollectedSql } from '../jobs/collection.ts'
import type { Entry, Source } from './entry.ts'

/** Jobs whose carrier has not collected by the deadline: the customer may cancel for nothing, and waits. */
export const overdueCollections: Source = {
  kinds: ['collection_overdue'],
  rows: sql<Entry>`
    select 'collection_overdue' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      ${sql.raw(collectBySql)} as since, ${sql.raw(collectBySql)} as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", who.name as cause, ${sql.raw(collectBySql)} as "newsAt"
    from job left join account who on who.id = job.carrier_id
    where ${sql.raw(`${isUncollectedSql} and ${collectBySql}`)} <= now() and job.mode = 'live'`,
}
