import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { ErasureBlocker } from '#contract/vocabulary.ts'
import { listAccounts, resumeAccount, suspendAccount } from '../accounts/store.ts'
import { recordAudit } from '../db/audit.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { eraseAccount } from '../privacy/erase-account.ts'
import type { Blocker } from '../privacy/erasure-blockers.ts'
import { exportAccount } from '../privacy/export-account.ts'
import { jsonOption, parseReason, reasonOption, requireUuid } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

const maxAccounts = 1_000

export function addAccountCommands(dray: Command): void {
  const account = dray.command('account').description('people who use the app: customers and carriers')
  account
    .command('list')
    .description(`list the newest ${maxAccounts} accounts, newest first`)
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      show(await withDatabase(({ kysely }) => listAccounts(kysely, maxAccounts)), json)
    })
  account
    .command('suspend <account-id>')
    .description('refuse every request of the account from now on; its jobs stay as they are')
    .option('--reason <text>', 'for operators only; `account list` shows it', parseReason)
    .option(...jsonOption)
    .action(suspend)
  account
    .command('resume <account-id>')
    .description('undo suspend; its sessions work again')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(resume)
  addExportCommand(account)
  addEraseCommand(account)
}

async function suspend(id: string, { reason, json }: { reason?: string; json: boolean }): Promise<void> {
  const accountId = requireUuid(id)
  const act = ({ kysely, actor }: CommandContext) =>
    suspendAccount(kysely, { accountId, by: { actor, reason } })
  const done = await withDatabase(act, { takesAnyKey: true })
  if (!done) throw new OperatorError(`There is no account ${id}`)
  show({ account_id: accountId, suspended: true }, json)
}

async function resume(id: string, { reason, json }: { reason?: string; json: boolean }): Promise<void> {
  const accountId = requireUuid(id)
  const done = await withDatabase(({ kysely, actor }) =>
    resumeAccount(kysely, { accountId, by: { actor, reason } }),
  )
  if (!done) throw new OperatorError(`There is no account ${id}`)
  show({ account_id: accountId, suspended: false }, json)
}

type Options = { reason: string; moneySettled: boolean; json: boolean }

function addEraseCommand(account: Command): void {
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

type ExportOptions = { reason?: string; json: boolean }

function addExportCommand(account: Command): void {
  account
    .command('export <account-id> <file>')
    .description('write everything that is held about a person into a new file, for that person')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(run)
}

async function run(id: string, file: string, { reason, json }: ExportOptions): Promise<void> {
  const accountId = requireUuid(id)
  const bytes = await withDatabase((context) => writeData(context, { accountId, file, reason }))
  show({ account_id: accountId, file: path.resolve(file), bytes }, json)
}

type Order = { accountId: string; file: string; reason: string | undefined }

/** Exports from one snapshot and records the audit event in that transaction. Removes an incomplete file. */
function writeData({ kysely, actor }: CommandContext, { accountId, file, reason }: Order): Promise<number> {
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const pieces = await exportAccount(trx, accountId)
      if (!pieces) throw new OperatorError(`There is no account ${accountId}`)
      const targets = [{ type: 'account' as const, id: accountId }]
      await recordAudit(trx, { actor, reason, act: 'account.export', targets })
      return writeNew(file, pieces)
    })
}

/** Creates a file that only its owner can read; removes it again if writing fails. @returns its size in bytes. */
async function writeNew(file: string, pieces: AsyncIterable<string>): Promise<number> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await once(target, 'open').catch((error: NodeJS.ErrnoException) => {
    throw new OperatorError(
      error.code === 'EEXIST' ? `${file} exists already` : `${file} cannot be written (${error.code})`,
    )
  })
  try {
    await pipeline(Readable.from(pieces), target)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
  return target.bytesWritten
}
