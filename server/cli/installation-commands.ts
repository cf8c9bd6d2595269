import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { recordedNames } from '../config/recorded-settings.ts'
import { listSettings } from '../db/installation-settings.ts'
import { listNodes } from '../db/nodes.ts'
import { renameService } from '../keys/rename-service.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { jsonOption } from './json-option.ts'
import { show } from './output.ts'
import { reasonOption } from './reason-option.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addInstallationCommands(dray: Command): void {
  const installation = dray
    .command('installation')
    .description('the settings that all nodes and commands share')
  installation
    .command('show')
    .description('what the servers run with, what differs in this shell, and which nodes run')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const found = await withDatabase(describe, { warns: false })
      if (json) return show(found, json)
      show(found.settings, json)
      console.log('')
      show(found.nodes, json)
    })
  installation
    .command('set <setting> <value>')
    .description('SERVICE_NAME only, which no start changes while keys are in use')
    .option('--end-keys', 'end the value of every key: partners need new ones (key regenerate)', false)
    .option(...reasonOption)
    .option(...jsonOption)
    .action(set)
}

async function describe({ kysely, settingsFile, contradictions }: CommandContext) {
  const settings = (await listSettings(kysely)).map((setting) => ({
    ...setting,
    here: contradictions.find(({ name }) => name === setting.name)?.here ?? null,
  }))
  return { settings, nodes: await listNodes(kysely), settings_file: settingsFile }
}

type SetOptions = { endKeys: boolean; reason?: string; json: boolean }

async function set(setting: string, value: string, { endKeys, reason, json }: SetOptions): Promise<void> {
  if (setting !== 'SERVICE_NAME') throw new OperatorError(notHere(setting))
  readConfig({ SERVICE_NAME: value })
  const renamed = await withDatabase(
    ({ kysely, actor }) => renameService(kysely, { service: value, endKeys, by: { actor, reason } }),
    { warns: false },
  )
  if ('refused' in renamed)
    throw new OperatorError(
      `Every key begins with the service name: this would end ${renamed.refused} in use. Add --end-keys when that is wanted, then give partners new values with: dray key regenerate KEY_ID`,
    )
  show({ SERVICE_NAME: value, before: renamed.before, keys_ended: renamed.ended }, json)
  if (!json) console.log('Now set it for every server, or unset it there, and restart them.')
}

const notHere = (setting: string): string =>
  (recordedNames as string[]).includes(setting)
    ? `${setting} is what the servers run with: change it there, in their environment or settings file, and restart them`
    : `${setting} is no setting of the installation`
