import type { Chosen } from './config/choose-providers.ts'
import { OperatorError } from './lib/operator-error.ts'

type Modules<T> = Record<string, { connect: (settings: never, needs: never) => T }>

/**
 * Connects the provider that was chosen. Its settings were read with the same module's schema, which makes this safe.
 *
 * @throws OperatorError when the installation uses this provider and this process was not given its settings.
 */
export function connectChosen<T>(modules: Modules<T>, { name, settings, faults }: Chosen, needs?: object): T {
  const module = modules[name]
  if (!module) throw new Error(`There is no provider ${name}`)
  if (faults)
    throw new OperatorError(
      `This installation uses ${name}, whose settings are not known here: ${faults.join('; ')}.\nGive the server's settings here too, such as by a settings file`,
    )
  return module.connect(settings as never, needs as never)
}
