import type { SameTexts } from '../texts.ts'
import type { proofsEn } from './proofs-en.ts'

export const proofsEs: SameTexts<typeof proofsEn> = {
  title: 'Pruebas',
  collection: 'Recogida',
  delivery: 'Entrega',
  collectionPhoto: 'Foto de la recogida',
  deliveryPhoto: 'Foto de la entrega',
  noPhoto: 'Sin foto.',
  received: 'Recibido {{when}}.',
  tapped: 'Según el reloj del teléfono, {{when}}.',
  place: 'A {{away}} de la dirección, con un margen de {{metres}} m:',
  code: 'Código del cliente',
  checks: 'Intentos: {{count}}',
  used: 'usado',
  bypassed: 'foto en su lugar',
  open: 'todavía no',
}
