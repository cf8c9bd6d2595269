import type { RawBuilder } from 'kysely'
import type { TodayKind } from '#contract/vocabulary.ts'

/** Something that a member of staff should act on. */
export type Entry = {
  kind: TodayKind
  /**
   * Id of the job, payment, call to the processor, SMS, carrier, problem, dispute, comparison of a day, partner or document;
   * name of the check for the ledger; the closed month; kind and name of a provider; name of a background task, or `several`;
   * name of a push service.
   */
  subjectId: string
  /** The carrier that the entry is about; absent for others. */
  accountId?: string | null
  /** The job whose page shows the entry, if it is about one. */
  jobId: string | null
  /** Name of the subject for people: title of a job, name of a carrier, partner or provider. Never a phone number. */
  label: string | null
  /** Partner, and reference or towns, of an entry about a job. `read-today.ts` adds it. */
  detail?: string | null
  /** When the state began. */
  since: Date
  /** When it costs money or a customer; in the past if it does already. */
  costsAt: Date
  /** The amount at stake, in cents. */
  amountCents: number | null
  /** The recorded cause: a refusal of the bank, the last error of a provider. */
  cause: string | null
  /** The rows that are folded into this entry, at most 20; absent for an entry of one row. */
  parts?: Part[] | null
  /** How many rows are folded into it; absent for one. */
  count?: number
  /**
   * Ends an earlier snooze: the latest row of the fold, or the beginning of a state that the same subject can be in again. Absent where
   * a later state has another subject, or where states come and go and a snooze is of all of them.
   */
  newsAt?: Date | null
}

/** A row of a folded entry. */
export type Part = {
  /** Of the job or document. */
  id: string
  jobId: string | null
  label: string | null
  /** Reference, or else the towns, of a job. */
  detail: string | null
  amountCents: number | null
  cause: string | null
}

/**
 * A query for the entries of one kind, or of several that are in one table. It reads rows through an index of the state,
 * so that its cost is that of the entries and not of the table. `read-today.ts` bounds it, `order.ts` orders it.
 */
export type Source = { kinds: readonly TodayKind[]; rows: RawBuilder<Entry> }
