import type { RawBuilder } from 'kysely'
import type { TodayKind } from '#contract/vocabulary.ts'

/** A state that a member of staff should act on. */
export type Entry = {
  kind: TodayKind
  /**
   * Id of the job, payment, effect, SMS, carrier, problem, dispute, comparison of a day, partner or document; name of
   * the check for the ledger; job and side of a message; the closed month; kind and name of a provider; name of a
   * background task, or `several`; name of a push service.
   */
  subjectId: string
  /** The carrier of the entry; absent for others. */
  accountId?: string | null
  /** The job whose page shows the entry, if any. */
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
  /** The recorded cause: the error of the bank or the last error of a provider. */
  cause: string | null
  /** The carrier that is reported; absent for others. */
  aboutName?: string | null
  /** The rows folded into this entry, at most 20; absent for one row. */
  parts?: Part[] | null
  /** Number of folded rows; absent for one. */
  count?: number
  /**
   * A later instant ends an earlier snooze: of the latest folded row, or of the start of a repeatable state. Absent if
   * a later state has another subject, or if states alternate and a snooze covers all of them.
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
 * A query for the entries of one or several kinds in one table. It uses an index of the state, so its cost depends on
 * the entries and not on the table. `read-today.ts` limits it, `order.ts` sorts it.
 */
export type Source = { kinds: readonly TodayKind[]; rows: RawBuilder<Entry> }
