import type { Texts } from '../en/index.ts'
import { euros } from './formats.ts'

export const accounts: Texts['accounts'] = {
  checkInput: 'Algún dato no es válido. Revísalo e inténtalo de nuevo.',
  landline: 'Es un teléfono fijo y el código llega por SMS. Usa un número de móvil.',
  codeWrong: 'Ese código no es correcto. Mira el último SMS que te enviamos.',
  codeExpired: 'Ese código ya no sirve. Pide uno nuevo.',
  signedOut: 'Tu sesión ha terminado. Vuelve a entrar.',
  termsNotAccepted: 'Antes tienes que leer y aceptar las condiciones.',
  termsNotInForce: 'Las condiciones han cambiado mientras tanto. Lee las nuevas.',
  noMail: 'Esta instalación no envía correos.',
  tooManyMailCodes: 'Hoy has pedido demasiados códigos. Vuelve a intentarlo mañana.',
  noticeAlwaysSent: 'Este aviso trata de tu dinero, así que se envía siempre.',
  noticeNeverSent: 'Este aviso no se envía nunca por esa vía.',
  suspended: 'Esta cuenta está suspendida. Escribe a soporte.',
  erased: 'Esta cuenta se ha eliminado.',
  otherSite: 'Esta petición no viene de una página de este servicio.',
  twoSessions: 'Envía la cookie de sesión o `Authorization: Bearer`, no las dos.',
  notACarrier: 'Esto es solo para transportistas. Regístrate antes como transportista.',
  carrierNotApproved: 'Tu cuenta de transportista no está aprobada en este momento.',
  profileIncomplete:
    'Antes de aceptar un encargo, añade en tu perfil una foto de tu cara y la matrícula de tu vehículo. Tus clientes ven quién viene.',
  tooManyAreas: (max: number) => `Ya tienes ${max} zonas. Elimina una para guardar otra.`,
  largerVehicle:
    'Tu cuenta está suspendida y por ahora no puedes cambiar a un vehículo más grande. No se ha guardado nada.',
  threeStrikes: 'Tienes tres faltas en 30 días, por encargos que devolviste o no recogiste.',
  notErasable: (blockers) => `La cuenta todavía no se puede eliminar. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'Hay un encargo publicado sin terminar: cancélalo o espera a que se entregue y se pague.',
    deliveries: () =>
      'Hay un encargo aceptado sin terminar: entrégalo y espera a que se pague, o devuélvelo.',
    problems: () => 'Todavía queda algo por aclarar en uno de tus encargos: espera a que se resuelva.',
    payments: () => 'Hay un pago en curso: inténtalo dentro de unos minutos.',
    wallet: (cents) =>
      `Quedan ${euros(cents)} en el monedero: gástalos o escribe a soporte para que te los devuelvan.`,
    earnings: (cents) =>
      `Quedan ${euros(cents)} de ganancias por cobrar: configura los cobros si aún no lo has hecho y espera a recibirlos, o escribe a soporte.`,
  },
}
