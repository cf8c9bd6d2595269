import type { Command } from 'commander'
import { closeMonth } from '../closing/close-month.ts'
import { type MonthReport, readMonth } from '../closing/months.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption, month, reasonOption } from './options.ts'
import { sayingWhyNot, show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addMonthCommands(ledger: Command): void {
  ledger
    .command('month')
    .argument('<month>', 'such as 2027-01, of UTC', month)
    .description('show the figures of a month: balances, movements and checks')
    .option(...jsonOption)
    .action(async (of: string, { json }: { json: boolean }) => {
      show(asRow((await withDatabase(({ kysely }) => readMonth(kysely, of))) ?? unknown(of)), json)
    })
  ledger
    .command('close')
    .argument('<month>', 'such as 2027-01, of UTC', month)
    .description('store the figures of a month that has ended; what changes later is shown')
    .requiredOption(...reasonOption)
    .option(...jsonOption)
    .action(close)
}

async function close(of: string, { reason, json }: { reason: string; json: boolean }): Promise<void> {
  const report = await withDatabase(async (context) => {
    const by = { actor: context.actor, reason }
    const isClosed = await sayingWhyNot(closeMonth(context, { month: of, by }))
    return isClosed ? readMonth(context.kysely, of) : null
  })
  show(asRow(report ?? unknown(of)), json)
}

function unknown(of: string): never {
  throw new OperatorError(`There are no books of ${of}`)
}

const asRow = ({ month, state, closedAt, closedBy, figures, differences, checks }: MonthReport) => ({
  month,
  state,
  closed_at: closedAt,
  closed_by: closedBy,
  ...figures,
  differences,
  checks: {
    balanced: checks.isBalanced,
    follows_month_before: checks.followsMonthBefore,
    agrees_with_next_month: checks.agreesWithNextMonth,
    ledger_agrees: checks.ledgerAgrees,
    open_differences: checks.openDifferences,
  },
})
