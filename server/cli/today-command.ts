import type { Command } from 'commander'
import type { Entry } from '../today/entry.ts'
import { readToday } from '../today/read-today.ts'
import { jsonOption } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addTodayCommand(dray: Command): void {
  dray
    .command('today')
    .description('what needs a person now: what loses most next comes first')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const { entries, ledger } = await withDatabase(({ kysely }) => readToday(kysely))
      if (entries.length > 0 || json) return show(entries.map(asRow), json)
      const books = ledger.checkedAt ? `the books agreed at ${ledger.checkedAt.toISOString()}` : unchecked
      console.log(`Nothing waits, and ${books}.`)
    })
}

const unchecked = 'no server has compared the books yet (dray ledger check does it now)'

const asRow = ({
  kind,
  subjectId,
  accountId = null,
  jobId,
  label,
  since,
  costsAt,
  amountCents,
  cause,
  count = 1,
}: Entry) => ({
  kind,
  subject_id: subjectId,
  job_id: jobId,
  account_id: accountId,
  label,
  since,
  costs_at: costsAt,
  amount_cents: amountCents,
  cause,
  count,
})
