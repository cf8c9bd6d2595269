import { sql } from 'kysely'
import { refusingServicesSql } from '../push/refused-devices.ts'
import type { Entry, Source } from './entry.ts'

/** Push services that refuse everything: the people who have only a push device hear of nothing by it. */
export const refusingPushes: Source = {
  kinds: ['pushes_refused'],
  rows: sql<Entry>`
    select 'pushes_refused' as kind, service as "subjectId", null as "jobId", service as label, since, since as "costsAt",
      null::integer as "amountCents", refused || ' / ' || pushes || ': ' || error as cause
    from (${refusingServicesSql}) as refusing`,
}
