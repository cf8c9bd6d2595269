import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: 'En camino',
  carrier: 'Tu transportista',
  arrives: 'Llega a las {{time}}, en {{left}}',
  arrivesAbout: 'Llega sobre las {{time}}, en unos {{left}}',
  arrivesNow: '{{name}} está a punto de llegar',
  ago: 'Posición de {{ago}}.',
  justNow: 'Posición de ahora mismo.',
  stale:
    'La última posición es de {{ago}}, así que no sabemos cuándo llega {{name}}. Puede que su teléfono no tenga cobertura.',
  noArrival: 'Ahora mismo no podemos decir cuándo llega {{name}}.',
  unknown: '{{name}} no comparte su posición ahora.',
  unread: 'Sin conexión no podemos saber por dónde va {{name}}.',
  expected: 'Recogido a las {{collected}}. Calculamos que llegue entre las {{from}} y las {{to}}.',
  late: 'Recogido a las {{collected}}. Debería haber llegado antes de las {{to}}. Si no sabes nada, llama a {{name}}.',
  ask: {
    title: '¿Enseñas al cliente dónde estás?',
    text: 'Así {{name}} ve cuándo llegas, está allí y no tiene que llamarte. Solo este cliente ve tu posición, hasta que entregues; después la borramos. Funciona mientras esta página esté abierta, y puedes parar cuando quieras.',
    customer: 'el cliente',
    yes: 'Compartir mi posición',
    no: 'Ahora no',
    again: 'Compartir mi posición con el cliente',
  },
  shared_one: 'Compartes tu posición con el cliente.',
  shared_other: 'Compartes tu posición con {{count}} clientes.',
  stop: 'Parar',
  stopped: 'Ya no compartes tu posición.',
  denied:
    'El navegador no nos da tu posición. Permítela para esta página en sus ajustes y vuelve a intentarlo.',
  unsupported: 'Este dispositivo no puede decir dónde está.',
  searching: 'Tu dispositivo no sabe dónde está ahora mismo. Seguimos intentándolo.',
  again: 'Volver a intentarlo',
}
