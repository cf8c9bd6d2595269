import type { Texts } from '../en/index.ts'

export const documents: Texts['documents'] = {
  kinds: { licence: 'carné de conducir', insurance: 'seguro', other: 'otro documento' },
  expiryMissing: 'Indica hasta qué día es válido.',
  expiryUnknown: 'Ese día no existe.',
  expiryPast: 'Ese día ya ha pasado.',
  accepted: 'Este documento está aceptado. Para cambiarlo, sube uno nuevo.',
  tooMany: 'Has subido muchos documentos. Sigue mañana.',
  tooManyPhotos: 'Has subido muchas fotos. Sigue dentro de una hora.',
  photoNotShown: 'Esta foto ya no se muestra.',
  notAsked: (days) =>
    `No caduca en 30 días, ya se le pidió al transportista en los últimos ${days} días o ha enviado otro, o no le llega ni un aviso ni un SMS.`,
  notWaiting: {
    waiting: 'Este documento está a la espera de una decisión.',
    accepted: 'Este documento ya está aceptado.',
    expired: 'Este documento se aceptó y ya ha caducado.',
    refused: 'Este documento ya está rechazado.',
    replaced: 'El transportista ha subido un documento más reciente.',
  },
  missing: (kinds) =>
    `El transportista todavía no se puede aprobar. Falta un documento aceptado y vigente: ${kinds.join(', ')}.`,
}
