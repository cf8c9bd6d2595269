import type { Chosen } from '../config/choose-providers.ts'
import { OperatorError } from '../lib/operator-error.ts'

type Modules<T> = Record<string, { connect: (settings: never, needs: never) => T }>

/**
 * Connects the chosen provider. The casts are safe because its settings were validated by the schema of the same
 * module.
 *
 * @throws OperatorError when the installation uses this provider and this process has no settings for it.
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
