import type { Command } from 'commander'
import { readConfig } from '../config/read-config.ts'
import { fingerprintName, recordedNames } from '../config/recorded-settings.ts'
import { listSettings } from '../db/installation-settings.ts'
import { listNodes } from '../db/nodes.ts'
import { renameService } from '../keys/rename-service.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { replaceSecretKey } from '../start/secret-key.ts'
import { jsonOption, reasonOption } from './options.ts'
import { show } from './output.ts'
import { type CommandContext, withDatabase } from './with-database.ts'

export function addInstallationCommands(dray: Command): void {
  const installation = dray
    .command('installation')
    .description('the settings that all nodes and commands share')
  installation
    .command('show')
    .description('show what the servers run with, what differs in this shell, and which nodes run')
    .option(...jsonOption)
    .action(async ({ json }: { json: boolean }) => {
      const found = await withDatabase(describe, { warns: false, takesAnyKey: true })
      if (json) return show(found, json)
      show(found.settings, json)
      console.log(found.nodes.length ? '\nNodes that run now:' : '\nNo node runs now.')
      if (found.nodes.length) show(found.nodes, json)
    })
  installation
    .command('set <setting> <value>')
    .description('change SERVICE_NAME, the one setting that a restart does not change while keys are in use')
    .option(
      '--end-keys',
      'make the value of every key invalid: partners need new ones (key regenerate)',
      false,
    )
    .option(...reasonOption)
    .option(...jsonOption)
    .action(set)
  installation
    .command('rekey')
    .description('use the secret key of this machine from now on, or a new one if it has none')
    .option(...reasonOption)
    .option(...jsonOption)
    .action(rekey)
}

async function describe({ kysely, settingsFile, contradictions, keyMatch }: CommandContext) {
  const hereOf = (setting: string): string | null => {
    if (setting === fingerprintName) return keyMatch.state === 'other' ? keyMatch.fingerprint : null
    return contradictions.find(({ name }) => name === setting)?.here ?? null
  }
  const recorded = await listSettings(kysely)
  const settings = recorded.map((setting) => ({ ...setting, here: hereOf(setting.name) }))
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

type RekeyOptions = { reason?: string; json: boolean }

async function rekey({ reason, json }: RekeyOptions): Promise<void> {
  const { from, fingerprint, before, codesEnded, appsEnded } = await withDatabase(
    ({ kysely, config, actor }) => replaceSecretKey(kysely, config, { actor, reason }),
    { warns: false, takesAnyKey: true },
  )
  const ended = { codes_ended: codesEnded, authenticator_apps_ended: appsEnded }
  show({ secret_key: from, fingerprint, before, ...ended }, json)
  if (!json)
    console.log(
      'Now give this key to every machine, as SECRET_KEY or a copy of the file, and restart the servers.',
    )
}

const notHere = (setting: string): string =>
  (recordedNames as string[]).includes(setting)
    ? `${setting} is what the servers run with: change it there, in their environment or settings file, and restart them`
    : `${setting} is not a setting of the installation`
