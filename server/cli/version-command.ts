import type { Command } from 'commander'
import { drayVersion } from '../lib/version.ts'
import { jsonOption } from './options.ts'

export function addVersionCommand(dray: Command): void {
  dray
    .command('version')
    .description('print the version of Dray, as --version does')
    .option(...jsonOption)
    .action(({ json }: { json: boolean }) =>
      console.log(json ? JSON.stringify({ version: drayVersion() }, null, 2) : drayVersion()),
    )
}
