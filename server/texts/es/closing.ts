import type { Texts } from '../en/index.ts'

export const closing: Texts['closing'] = {
  notEnded: 'Un mes se puede cerrar una hora después de su fin.',
}
