import type { Texts } from '../en/index.ts'
import { counted } from './formats.ts'

export const requests: Texts['requests'] = {
  notFound: 'No hay nada en esta ruta.',
  methods: (methods) => `Esta ruta solo responde a ${methods.join(', ')}.`,
  malformed: 'La petición no está bien formada.',
  headersTooLarge: 'Las cabeceras de la petición son demasiado grandes.',
  late: 'La petición no ha llegado a tiempo.',
  tooLarge: (bytes) => `El cuerpo supera los ${bytes / 1_024} KiB.`,
  mediaType: 'Envía el cuerpo como `Content-Type: application/json` en UTF-8, sin comprimir.',
  unreadable: 'No se puede leer el cuerpo; consulta `details`.',
  notJson: 'debe ser JSON válido en UTF-8',
  tooDeep: 'tiene demasiados niveles',
  hasProto: 'no debe contener `__proto__`',
  namedTwice: (path) => `nombra dos veces \`${path}\``,
  unsigned: 'La firma no corresponde al contenido.',
  tooMany: (seconds) =>
    `Demasiadas peticiones. Vuelve a intentarlo dentro de ${counted(seconds, 'segundo')}.`,
  tooManyConnections: 'Esta dirección tiene demasiadas conexiones abiertas. Reutilízalas.',
  busy: 'El servicio está muy ocupado. Vuelve a intentarlo en unos segundos.',
  unavailable: 'El servicio no puede hacer esto ahora mismo. Vuelve a intentarlo en unos segundos.',
  failed: 'Algo ha fallado por nuestra parte. Puedes volver a intentarlo.',
  metricsToken: 'Envía el token de métricas como `Authorization: Bearer …`.',
  metricsHere: 'Solo puede leerlo la máquina del servicio, salvo que el operador configure METRICS_TOKEN.',
}
