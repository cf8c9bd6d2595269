import type { Texts } from '../index.ts'

export const sandbox: Texts['sandbox'] = {
  testKeyNeeded: 'El entorno de pruebas solo acepta claves de prueba, y esta es una clave real.',
  busy: 'Otra llamada está moviendo este entorno de pruebas. Inténtalo de nuevo en un momento.',
  notPossible: 'Este paso no es posible ahora; mira `moves`.',
  ofPerson:
    'Una persona ha abierto este borrador en la app, así que el entorno de pruebas no actúa por su cliente.',
  noJob: 'No existe ese encargo en este entorno de pruebas; puede haberse eliminado o haber caducado.',
  oneTarget: 'envía solo uno de estos dos campos: `advance_seconds` o `to`',
  tooFarAhead: 'no se acepta: este reloj va diez años por delante. Vacía el entorno para empezar de nuevo',
  badTarget: 'debe ser `next` o un instante posterior a `now`, como mucho 30 días más tarde',
}
