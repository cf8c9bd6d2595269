import type { TObject, TSchema } from 'typebox'
import { codesEnv } from '../accounts/code-caps.ts'
import { activityEnv } from '../activity/settings.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { paymentProcessors } from '../payments/providers/index.ts'
import { storageProviders } from '../photos/storage/index.ts'
import { retentionEnv } from '../privacy/retention-settings.ts'
import { routerProviders } from '../routing/providers/index.ts'
import { capsEnv } from '../sms/caps.ts'
import { noticesEnv } from '../sms/notice-settings.ts'
import { smsProviders } from '../sms/providers/index.ts'
import type { ChoiceName } from './choose-providers.ts'
import { coreGroups } from './settings.ts'

/** One setting, as the documents show it. */
export type Setting = {
  name: string
  description: string
  /** Null if the setting has no default, or one that is derived from others. */
  default: string | null
  /** Says in words what applies if the setting is not set; null if `default` says it. */
  derived: string | null
  /** The provider that has it cannot work without it. */
  isRequired: boolean
  /** Whether its value is a secret: a settings file that everybody can read must not hold it. */
  isSecret: boolean
  /** The values that the schema allows, as text; empty if the description says it. */
  range: string
}

export type SettingGroup = {
  title: string
  settings: Setting[]
  /** Absent if the settings hold whatever provider is chosen. */
  provider?: { variable: ChoiceName; name: string }
}

/** All settings by group, including those of providers that are not chosen. */
export function allSettings(): SettingGroup[] {
  const groups = Object.entries(coreGroups).map(([title, properties]) => groupOf(title, properties))
  const capped = { ...capsEnv.properties, ...noticesEnv.properties, ...codesEnv.properties }
  return [
    ...groups,
    groupOf('Caps on SMS', capped),
    groupOf('Retention', { ...retentionEnv.properties, ...activityEnv.properties }),
    ...choices.flatMap(([variable, modules]) =>
      Object.entries(modules).map(([name, { env }]) => ({
        ...groupOf(`With \`${variable}=${name}\``, env.properties, env.required),
        provider: { variable, name },
      })),
    ),
  ].filter(({ settings }) => settings.length > 0)
}

const choices: [ChoiceName, Record<string, { env: TObject }>][] = [
  ['GEOCODER', geocoderProviders],
  ['ROUTER', routerProviders],
  ['SMS_PROVIDER', smsProviders],
  ['PAYMENT_PROCESSOR', paymentProcessors],
  ['PHOTO_STORAGE', storageProviders],
]

type Declared = TSchema & {
  description?: string
  default?: string | number
  derived?: string
  secret?: boolean
  minimum?: number
  maximum?: number
  enum?: string[]
}

function groupOf(title: string, properties: Record<string, TSchema>, required: string[] = []): SettingGroup {
  const settings = Object.entries(properties).map(([name, declared]) =>
    settingOf(name, declared, required.includes(name)),
  )
  return { title, settings }
}

function settingOf(name: string, declared: Declared, isRequired: boolean): Setting {
  const { description, default: fallback, derived = null, secret = false } = declared
  if (!description) throw new Error(`${name} has no description`)
  return {
    name,
    description,
    default: fallback === undefined || fallback === '' ? null : String(fallback),
    derived,
    isRequired: isRequired && fallback === undefined,
    isSecret: secret,
    range: rangeOf(declared),
  }
}

function rangeOf({ minimum, maximum, enum: values }: Declared): string {
  if (values) return values.length > 8 ? '' : values.join(', ')
  if (minimum === undefined) return ''
  return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`
}
