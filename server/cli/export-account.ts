import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { recordAudit } from '../db/audit.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { exportAccount } from '../privacy/export-account.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { requireUuid } from './require-uuid.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

type Options = { reason?: string; json: boolean }

export function addExportCommand(account: Command): void {
  account
    .command('export <account-id> <file>')
    .description('write everything that is held about a person into a new file, for that person')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(run)
}

async function run(id: string, file: string, { reason, json }: Options): Promise<void> {
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
