import fs from 'node:fs'
import path from 'node:path'
import type { Env } from '../lib/env.ts'
import type { Finding } from '../texts/coded.ts'
import { texts } from '../texts/index.ts'
import { allSettings } from './all-settings.ts'
import { ConfigError } from './config-error.ts'
import { fileVariable, readSecretFiles } from './secret-files.ts'
import { parseSettings } from './settings-file.ts'

/**
 * The environment merged with the settings file and the files of secrets. A non-empty environment variable overrides
 * the settings file.
 */
export type Settings = {
  env: Env
  file: string | null
  /** Names of the variables whose values come from the settings file, or from a separate file. */
  fromFile: string[]
  /** The files of secrets (`NAME_FILE`). */
  secretFiles?: string[]
  warnings: Finding[]
}

/**
 * Reads the file that `DRAY_SETTINGS` names, or `settings.env` in `DATA_DIR` if it exists, and the file of each secret
 * that `NAME_FILE` names. Every role and command starts here, so all of them use the same settings.
 *
 * @throws ConfigError that names every invalid line, or every secret that cannot be read.
 */
export function loadSettings(env: Env): Settings {
  const settings = mergeSettingsFile(env)
  // Most starts name no such file, and listing all settings takes some milliseconds.
  const mayName = Object.keys(settings.env).some((name) => name.endsWith('_FILE'))
  const { values, faults } = readSecretFiles(settings.env, mayName ? fileableNames() : [])
  if (faults.length > 0) throw new ConfigError(faults)
  return {
    ...settings,
    env: { ...settings.env, ...values },
    fromFile: [...settings.fromFile, ...Object.keys(values)],
    secretFiles: Object.keys(values).map((name) => settings.env[fileVariable(name)] ?? ''),
  }
}

function mergeSettingsFile(env: Env): Settings {
  const isNamed = Boolean(env.DRAY_SETTINGS)
  const file = path.resolve(env.DRAY_SETTINGS || path.join(env.DATA_DIR || './data', 'settings.env'))
  const found = readFile(file)
  if (typeof found === 'string') {
    if (isNamed) throw new ConfigError([`DRAY_SETTINGS names ${file}, which cannot be read (${found})`])
    const isAbsent = found === 'ENOENT' || found === 'ENOTDIR'
    return {
      env,
      file: null,
      fromFile: [],
      warnings: isAbsent ? [] : [['fileUnreadable', file, found]],
    }
  }
  const { values, faults } = parseSettings(found.text)
  if (!isNamed && 'DATA_DIR' in values) faults.push('DATA_DIR cannot be set by the file inside of it')
  if ('DRAY_SETTINGS' in values) faults.push('DRAY_SETTINGS cannot be set by the file that it names')
  if (faults.length > 0) throw new ConfigError(faults.map((fault) => `${file}: ${fault}`))
  return {
    env: { ...values, ...notEmpty(env) },
    file,
    fromFile: Object.keys(values).filter((name) => !env[name]),
    warnings: warningsOf(file, values, found.mode),
  }
}

/** Returns the error code if the file cannot be read. */
function readFile(file: string): { text: string; mode: number } | string {
  try {
    return { text: fs.readFileSync(file, 'utf8'), mode: fs.statSync(file).mode }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unreadable'
  }
}

const notEmpty = (env: Env): Env => Object.fromEntries(Object.entries(env).filter(([, value]) => value))

function warningsOf(file: string, values: Record<string, string>, mode: number): Finding[] {
  const known = knownNames()
  const files = new Set(fileableNames().map(fileVariable))
  const unknown = Object.keys(values).filter((name) => !known.has(name) && !files.has(name))
  const isSecret = (name: string): boolean =>
    known.get(name)?.isSecret ?? (looksSecret(name) && !files.has(name))
  const secrets = Object.entries(values).filter(
    ([name, value]) => value !== '' && (hasPassword(value) || isSecret(name)),
  )
  return [
    ...unknown.map((name): Finding => ['unknownSetting', file, name]),
    ...(secrets.length > 0 && (mode & 0o004) !== 0
      ? [['openSecrets', file, secrets.map(([name]) => name)] satisfies Finding]
      : []),
  ]
}

const hasPassword = (value: string): boolean => /:\/\/[^/@]*:[^/@]+@/.test(value)

/** For unknown names, which are often misspelt. */
const looksSecret = (name: string): boolean => /TOKEN|SECRET|PASSWORD|_KEY$/.test(name)

/** Returns the names of all settings, and whether their values are secret or may be in a separate file. */
export const knownNames = (): Map<string, { isSecret: boolean; mayBeInFile: boolean }> =>
  new Map(allSettings(texts.en).flatMap(({ settings }) => settings.map((setting) => [setting.name, setting])))

const fileableNames = (): string[] =>
  [...knownNames()].flatMap(([name, { mayBeInFile }]) => (mayBeInFile ? [name] : []))
