import type { Texts } from '../en/index.ts'
import { euros } from './formats.ts'

/** Without á, í, ó, ú, which the GSM alphabet does not have ("codigo"): one accent can double the cost of an SMS. */
export const sms: Texts['sms'] = {
  sampleTitle: 'Sofá de tres plazas',
  code: (code) => `${code} es tu codigo para entrar. Caduca en 10 minutos. No lo compartas con nadie.`,
  test: 'este es un SMS de prueba. Funciona.',
  draft: {
    ready: 'todo listo para tu encargo.',
    route: ({ pickup, dropoff }) => `de ${pickup} a ${dropoff}`,
    total: (cents) => `Total ${euros(cents)}.`,
    open: 'Revisa y confirma:',
    app: 'Descarga la app si no la tienes.',
    noApp: 'No necesitas instalar ninguna app.',
  },
}
