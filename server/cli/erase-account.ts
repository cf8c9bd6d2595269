import type { Command } from 'commander'
import type { ErasureBlocker } from '#contract/vocabulary.ts'
import { recordAudit } from '../db/audit.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { eraseAccount } from '../privacy/erase-account.ts'
import type { Blocker } from '../privacy/erasure-blockers.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
import { withDatabase } from './with-database.ts'

type Options = { reason: string; moneySettled: boolean; json: boolean }

export function addEraseCommand(account: Command): void {
  account
    .command('erase <account-id>')
    .description('delete a person on their request: name, number, jobs, photos, cards; it cannot be undone')
    .requiredOption(...reasonOption)
    .option('--money-settled', 'you have paid its wallet and earnings by other means', false)
    .option(...jsonOption)
    .action(erase)
}

async function erase(id: string, { reason, moneySettled, json }: Options): Promise<void> {
  const accountId = requireUuid(id)
  const erased = await withDatabase(({ kysely, actor }) =>
    eraseAccount(kysely, {
      accountId,
      moneySettled,
      before: (trx) =>
        recordAudit(trx, {
          actor,
          reason,
          act: 'account.erase',
          targets: [{ type: 'account', id: accountId }],
        }),
    }),
  )
  if (erased.outcome === 'unknown') throw new OperatorError(`There is no account ${id}`)
  if (erased.outcome === 'blocked') {
    const lines = erased.blockers.map((blocker) => `  - ${remedyOf(blocker)}`)
    throw new OperatorError(`The account cannot be erased yet; nothing was changed:\n${lines.join('\n')}`)
  }
  show({ account_id: accountId, erased: true, erased_before: erased.outcome === 'erased_before' }, json)
}

const remedyOf = ({ reason, count, cents }: Blocker): string =>
  `${remedies[reason]} (${cents === null ? count : `${cents} cents`})`

const remedies: Record<ErasureBlocker, string> = {
  open_jobs: 'jobs it published are not finished: `dray job cancel JOB_ID --reason TEXT`',
  deliveries: 'jobs it accepted as a carrier are not finished: `dray job cancel JOB_ID --reason TEXT`',
  problems: 'disputes, problems or doubtful deliveries of its jobs are open: settle them first',
  payments: 'payments are being processed: `dray payment list --stuck`',
  wallet: 'there is money in its wallet: pay it back, then repeat with --money-settled',
  earnings: 'it is owed earnings: pay them out, or by other means, then repeat with --money-settled',
}
