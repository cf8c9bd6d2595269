import type { TObject } from 'typebox'
import type { Env } from '../lib/env.ts'
import { readEnv } from '../lib/env.ts'
import { list } from './list.ts'

/** A chosen provider with its settings. Where settings may be missing, with their errors instead. */
export type Chosen = { name: string; settings: unknown; faults?: string[] }

/** The exports of a provider file that matter here: its settings, and checks that their schema cannot express. */
export type ProviderModule = { env: TObject; faults?: (settings: never) => string[] }

export type ChoiceName =
  | 'GEOCODER'
  | 'ROUTER'
  | 'SMS_PROVIDER'
  | 'CALL_PROVIDER'
  | 'PAYMENT_PROCESSOR'
  | 'PHOTO_STORAGE'

type Choice = {
  variable: ChoiceName
  names: string
  modules: Record<string, ProviderModule>
  env: Env
  faults: string[]
  mayLackSettings: boolean
}

/** Reads the settings of each chosen provider, and adds errors to `faults`. */
export function chooseProviders({
  variable,
  names,
  modules,
  env,
  faults,
  mayLackSettings,
}: Choice): Chosen[] {
  const chain = chains.has(variable) ? list(names) : [names.trim()]
  if (chain.length === 0)
    faults.push(`${variable} must name at least one of ${Object.keys(modules).join(', ')}`)
  for (const name of new Set(chain.filter((name, index) => chain.indexOf(name) !== index)))
    if (Object.hasOwn(modules, name)) faults.push(`${variable} must name ${name} only once`)
  return [...new Set(chain)].flatMap((name): Chosen[] => {
    const module = Object.hasOwn(modules, name) ? modules[name] : undefined
    if (!module) {
      faults.push(`${variable} must be one of ${Object.keys(modules).join(', ')}`)
      return []
    }
    const { settings, faults: its } = readSettings(module, env)
    if (its.length > 0 && mayLackSettings) return [{ name, settings: null, faults: its }]
    faults.push(...its)
    return settings === null ? [] : [{ name, settings }]
  })
}

/** The choices that may name several providers, in the order in which they are asked. */
const chains: ReadonlySet<ChoiceName> = new Set(['GEOCODER', 'ROUTER', 'SMS_PROVIDER'])

function readSettings(module: ProviderModule, env: Env): { settings: unknown; faults: string[] } {
  const read = readEnv(module.env, env)
  if (!read.ok) return { settings: null, faults: read.faults }
  return { settings: read.value, faults: module.faults?.(read.value as never) ?? [] }
}
