import type { Texts } from '../index.ts'

export const tariffs: Texts['tariffs'] = {
  started: 'Esta tarifa ya está en vigor. Añade una versión nueva.',
}
