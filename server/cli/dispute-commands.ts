import type { Command } from 'commander'
import { releaseDispute } from '../jobs/money/disputes.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { Problem } from '../lib/problem.ts'
import { listDisputes } from '../payments/queries/list-disputes.ts'
import { jsonOption, reasonOption } from './options.ts'
import { show } from './output.ts'
import { withDatabase } from './with-database.ts'

export function addDisputeCommands(dray: Command): void {
  const dispute = dray.command('dispute').description('disputes (chargebacks) and early fraud warnings')
  dispute
    .command('list')
    .description(
      'list disputes, newest first; each holds back the payout of its jobs until it is won or released',
    )
    .option('--open', 'only those that are not closed', false)
    .option(...jsonOption)
    .action(async ({ json, open }: { json: boolean; open: boolean }) => {
      show(await withDatabase(({ kysely }) => listDisputes(kysely, { openOnly: open })), json)
    })
  dispute
    .command('release <reference>')
    .description('let the carrier be paid; the reference is that of the processor')
    .option('--processor <name>', 'needed where two processors use the same reference')
    .requiredOption('--reason <text>', 'kept with the dispute', reasonOption[2])
    .option(...jsonOption)
    .action(release)
}

async function release(
  reference: string,
  { processor, reason, json }: { processor?: string; reason: string; json: boolean },
): Promise<void> {
  await withDatabase((context) =>
    releaseDispute(context, { processor, reference, by: { actor: context.actor, reason } }),
  ).catch((error: unknown) => {
    throw error instanceof Problem ? new OperatorError(error.message) : error
  })
  show({ reference, released: true }, json)
}
