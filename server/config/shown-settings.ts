import type { ShownSetting, ShownSettings } from '#contract/admin/health.ts'
import type { Texts } from '../texts/index.ts'
import { allSettings, type Setting, type SettingGroup } from './all-settings.ts'
import type { Settings } from './load-settings.ts'
import { type Config, readConfig } from './read-config.ts'
import { effectiveValues } from './recorded-settings.ts'

type Values = Record<string, string | undefined>

/** Needed to tell which value of a setting is used, and why. */
type Known = {
  settings: Settings
  /** The shared values of the installation: in use, and as this node alone would have them. */
  inForce: Values
  own: Values
}

/** All settings for the panel, without secret values, described in the language of `t`. */
export function shownSettings(config: Config, settings: Settings, t: Texts): ShownSettings[] {
  const known = { settings, inForce: effectiveValues(config), own: effectiveValues(readConfig(settings.env)) }
  return allSettings(t).map((group) => ({
    title: group.title,
    in_use: isInUse(group, config),
    settings: group.settings.map((setting) => shown(setting, known)),
  }))
}

function isInUse({ provider }: SettingGroup, config: Config): boolean {
  if (!provider) return true
  const { geocoders, routers, smsProviders, callProvider, paymentProcessor, photoStorage } = config
  const chosen = {
    GEOCODER: geocoders,
    ROUTER: routers,
    SMS_PROVIDER: smsProviders,
    CALL_PROVIDER: [callProvider],
    PAYMENT_PROCESSOR: [paymentProcessor],
    PHOTO_STORAGE: [photoStorage],
  }
  return chosen[provider.variable].some(({ name }) => name === provider.name)
}

function shown(setting: Setting, known: Known): ShownSetting {
  const { name, description, range, isSecret, derived, default: fallback } = setting
  const source = sourceOf(name, known)
  const value = known.inForce[name] ?? (known.settings.env[name] || fallback)
  const hidden = isSecret || mayHoldSecret(value)
  return {
    name,
    description,
    value: hidden ? null : value || null,
    is_secret: hidden,
    is_set: source !== 'default',
    source,
    allowed: range || null,
    fallback: fallback ?? derived,
  }
}

function sourceOf(name: string, { settings, inForce, own }: Known): ShownSetting['source'] {
  if (settings.env[name]) return settings.fromFile.includes(name) ? 'file' : 'environment'
  return inForce[name] === own[name] ? 'default' : 'recorded'
}

/** An address with a user, a password or a query may contain a secret, regardless of the setting's name. */
const mayHoldSecret = (value: string | null | undefined): boolean =>
  Boolean(value && /:\/\/([^/]*@|.*\?)/.test(value))
