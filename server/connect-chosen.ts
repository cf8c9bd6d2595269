import type { Chosen } from './config.ts'

type Modules<T> = Record<string, { connect: (settings: never, needs: never) => T }>

/** Connects the provider that was chosen. Its settings were read with the same module's schema, which makes this safe. */
export function connectChosen<T>(modules: Modules<T>, { name, settings }: Chosen, needs?: object): T {
  const module = modules[name]
  if (!module) throw new Error(`There is no provider ${name}`)
  return module.connect(settings as never, needs as never)
}
