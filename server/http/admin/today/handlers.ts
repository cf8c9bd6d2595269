import type { Kysely } from 'kysely'
import {
  readToday as readTodayOperation,
  type TodayEntry,
  type todayOperations,
} from '#contract/admin/today.ts'
import type { Answered } from '#contract/app/common.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { Entry } from '../../../today/entry.ts'
import { readToday as read } from '../../../today/read-today.ts'
import { snoozeEntry, wakeEntry } from '../../../today/snooze.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handler, Handlers } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'
import { shownWords } from '../sees-phones.ts'

/** Lists the entries that need a person now. */
const readToday =
  ({ kysely }: { kysely: Kysely<Tables> }): Handler<typeof readTodayOperation> =>
  async ({ caller }) => {
    const words = shownWords(caller)
    const { entries, counts, isMore, snoozed, ledger } = await read(kysely)
    return {
      entries: entries.map((entry) => presentEntry(entry, words)),
      counts,
      more: isMore,
      snoozed: snoozed.map(({ kind, subjectId, label, until }) => ({
        kind,
        subject_id: subjectId,
        label: words(label),
        until,
      })),
      ledger: { balanced: ledger.balanced, checked_at: ledger.checkedAt },
    }
  }

const presentEntry = (entry: Entry, words: Words): Answered<TodayEntry> => ({
  kind: entry.kind,
  subject_id: entry.subjectId,
  job_id: entry.jobId,
  account_id: entry.accountId ?? null,
  label: words(entry.label),
  detail: words(entry.detail ?? null),
  since: entry.since,
  costs_at: entry.costsAt,
  amount_cents: entry.amountCents,
  // The name of an account of the ledger has digits that look like a phone.
  cause: entry.kind === 'ledger_unbalanced' ? entry.cause : words(entry.cause),
  about_name: words(entry.aboutName ?? null),
  count: entry.count ?? 1,
  parts: (entry.parts ?? []).map(({ id, jobId, label, detail, amountCents, cause }) => ({
    ...{
      id,
      job_id: jobId,
      label: words(label),
      detail: words(detail),
      amount_cents: amountCents,
      cause: words(cause),
    },
  })),
})

export type TodayNeeds = { kysely: Kysely<Tables> }

/** The queue of entries that need a person. */
export const todayHandlers: Handlers<typeof todayOperations, TodayNeeds> = {
  readToday,
  snoozeEntry:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { kind, subject_id: subjectId, hours, reason } = body
      const by = byCaller(caller, request, reason)
      const until = await snoozeEntry({ kysely }, { kind, subjectId, hours, by })
      if (!until) throw notFound
      return { until }
    },
  wakeEntry:
    ({ kysely }) =>
    async ({ caller, body, request }) => {
      const { kind, subject_id: subjectId } = body
      const by = byCaller(caller, request)
      if (!(await wakeEntry({ kysely }, { kind, subjectId, by }))) throw notFound
    },
}
