import type { Texts } from '../en/index.ts'
import { euros } from './formats.ts'

export const people: Texts['people'] = {
  carrierStatus: {
    pending: 'Este transportista está a la espera de una decisión, así que no se puede hacer.',
    approved: 'Este transportista ya está aprobado.',
    rejected: 'Este transportista está rechazado.',
    suspended: 'Este transportista está suspendido.',
  },
  carrierSaved:
    'Los datos del transportista han cambiado desde que los abriste. Revísalos y decide de nuevo.',
  accountErased: 'Esta cuenta se ha eliminado.',
  notErasable: (blockers) =>
    `La cuenta todavía no se puede eliminar; no se ha cambiado nada. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: (count) => `Encargos publicados sin terminar: ${count}. Cancélalos.`,
    deliveries: (count) => `Encargos aceptados sin terminar: ${count}. Cancélalos.`,
    problems: (count) => `Disputas, problemas o entregas dudosas sin resolver: ${count}. Resuélvelos antes.`,
    payments: (count) => `Pagos en curso: ${count}. Espera a que terminen.`,
    wallet: (cents) => `Quedan ${euros(cents)} en el monedero. Devuélvelos y luego indica que están pagados.`,
    earnings: (cents) =>
      `Se deben ${euros(cents)} de ganancias. Págalas, o hazlo por otra vía e indica que están pagadas.`,
  },
}
