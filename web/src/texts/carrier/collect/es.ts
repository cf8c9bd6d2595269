import type { SameTexts } from '../../texts.ts'
import type { collect as en } from './en.ts'

export const collect: SameTexts<typeof en> = {
  within: 'Plazo de recogida',
  by: 'Recógelo antes de {{when}}. Después el cliente puede cancelar gratis y te cuenta como falta.',
  late: 'El plazo para recogerlo terminó ({{when}}). El cliente ya puede cancelar gratis y te contaría como falta.',
  strike: 'No se recogió y te cuenta como falta. Si no es así, escríbenos.',
  title: '¿Ya lo has recogido?',
  text: 'En cuanto se envíe, el cliente ya no puede cancelar. Antes de arrancar, comprueba que lo llevas todo.',
  textOffline:
    'No tienes conexión, así que se enviará más tarde. Hasta que llegue, el cliente todavía puede cancelar. Antes de arrancar, comprueba que lo llevas todo.',
  untilSent: 'Hasta que llegue, el cliente todavía puede cancelar.',
  act: 'Sí, ya lo tengo',
  notYet: 'Todavía no',
}
