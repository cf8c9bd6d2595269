import type { TObject, TSchema } from 'typebox'
import { codesEnv } from '../accounts/code-caps.ts'
import { activityEnv } from '../activity/settings.ts'
import { callProviders } from '../calls/providers/index.ts'
import { lookUpsEnv } from '../geocoding/look-up-caps.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { retentionEnv } from '../privacy/retention-settings.ts'
import { routerProviders } from '../routing/providers/index.ts'
import { capsEnv } from '../sms/caps.ts'
import { noticesEnv } from '../sms/notice-settings.ts'
import { smsProviders } from '../sms/providers/index.ts'
import type { Texts } from '../texts/index.ts'
import type { ChoiceName } from './choose-providers.ts'
import { coreGroups } from './settings.ts'

/** One setting, for the documents. */
export type Setting = {
  name: string
  description: string
  /** Null if the setting has no default, or one that is derived from others. */
  default: string | null
  /** The default in words; null if `default` has it. */
  derived: string | null
  /** Its provider requires it. */
  isRequired: boolean
  /** Whether its value is a secret, which a settings file readable by everybody must not contain. */
  isSecret: boolean
  /** Whether `NAME_FILE` may name a file with the value: for secrets, and addresses that may contain a password. */
  mayBeInFile: boolean
  /** The values that the schema allows, as text; empty if the description lists them. */
  range: string
}

export type SettingGroup = {
  title: string
  settings: Setting[]
  /** Absent if the settings apply to every provider. */
  provider?: { variable: ChoiceName; name: string }
}

/** All settings by group, including providers that are not chosen, described in the language of `t`. */
export function allSettings(t: Texts): SettingGroup[] {
  const { groups: titles, providerGroup } = t.settings
  const groupOf = (title: string, properties: Record<string, TSchema>, required: string[] = []) => ({
    title,
    settings: Object.entries(properties).map(([name, declared]) =>
      settingOf(t, { name, declared, isRequired: required.includes(name) }),
    ),
  })
  const groups = typedEntries(coreGroups).map(([name, properties]) => groupOf(titles[name], properties))
  const capped = {
    ...capsEnv.properties,
    ...noticesEnv.properties,
    ...codesEnv.properties,
    ...lookUpsEnv.properties,
  }
  return [
    ...groups,
    groupOf(titles.caps, capped),
    groupOf(titles.retention, { ...retentionEnv.properties, ...activityEnv.properties }),
    ...choices.flatMap(([variable, modules]) =>
      Object.entries(modules).map(([name, { env }]) => ({
        ...groupOf(providerGroup(variable, name), env.properties, env.required),
        provider: { variable, name },
      })),
    ),
  ].filter(({ settings }) => settings.length > 0)
}

const choices: [ChoiceName, Record<string, { env: TObject }>][] = [
  ['GEOCODER', geocoderProviders],
  ['ROUTER', routerProviders],
  ['SMS_PROVIDER', smsProviders],
  ['CALL_PROVIDER', callProviders],
  ['PAYMENT_PROCESSOR', paymentProcessors],
  ['PHOTO_STORAGE', storageProviders],
]

type Declared = TSchema & {
  default?: string | number
  secret?: boolean
  format?: string
  minimum?: number
  maximum?: number
  enum?: string[]
}

type Named = { name: string; declared: Declared; isRequired: boolean }

function settingOf({ settings }: Texts, { name, declared, isRequired }: Named): Setting {
  const { default: fallback, secret = false } = declared
  const [description, derived] = [read(settings.descriptions, name), read(settings.fallbacks, name)]
  if (!description) throw new Error(`${name} has no description`)
  return {
    name,
    description,
    default: fallback === undefined || fallback === '' ? null : String(fallback),
    derived,
    isRequired: isRequired && fallback === undefined,
    isSecret: secret,
    mayBeInFile: secret || passwordFormats.has(declared.format ?? ''),
    range: rangeOf(settings, declared),
  }
}

/** Formats of addresses that may contain a password. */
const passwordFormats = new Set(['database-url', 'redis-url'])

const read = (texts: Record<string, string>, name: string): string | null =>
  Object.hasOwn(texts, name) ? (texts[name] ?? null) : null

function rangeOf({ range }: Texts['settings'], { minimum, maximum, enum: values }: Declared): string {
  if (values) return values.length > 8 ? '' : values.join(', ')
  if (minimum === undefined) return ''
  return maximum === undefined ? range.atLeast(minimum) : range.between(minimum, maximum)
}

const typedEntries = <T extends object>(of: T) => Object.entries(of) as [keyof T, T[keyof T]][]
