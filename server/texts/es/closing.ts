import type { Texts } from '../index.ts'

export const closing: Texts['closing'] = {
  notEnded: 'Un mes se puede cerrar una hora después de su fin.',
}
