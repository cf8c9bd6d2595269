import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: '¿Una propina para {{name}}?',
  name: 'tu transportista',
  lead: 'Es entera para el transportista, sin comisión. Puedes darla hasta el {{until}}.',
  amount: 'Importe',
  other: 'Otro importe',
  otherLabel: 'Importe en euros',
  range: 'De {{min}} a {{max}}.',
  card: 'Se cobra en {{brand}} •••• {{lastFour}}.',
  noCard: 'Guarda primero una tarjeta.',
  toCards: 'A mis tarjetas',
  act: 'Dar {{amount}}',
  choose: 'Elige un importe',
  given: 'Has dado una propina de {{amount}}.',
  refunded: 'De ella te han devuelto {{amount}}.',
  pending: 'Tu propina de {{amount}} se está procesando.',
  toBank: 'Tu banco te pide que confirmes la propina de {{amount}}.',
  goToBank: 'Confirmar en el banco',
  refused: 'La propina de {{amount}} no se ha cobrado.',
  thanks: 'Gracias: {{amount}} van para el transportista.',
}
