import type { Command } from 'commander'
import { listAccounts, resumeAccount, suspendAccount } from '../accounts/store.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { addEraseCommand } from './erase-account.ts'
import { addExportCommand } from './export-account.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
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
    .option('--reason <text>', 'for operators only; `account list` shows it', reasonOption[2])
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
