import type { Texts } from '../en/index.ts'

export const partners: Texts['partners'] = {
  keyMissing: 'Envía tu clave en la cabecera X-API-Key.',
  keyUnknown: 'La clave de la cabecera X-API-Key no es válida: cópiala entera y envíala una sola vez.',
  keyRevoked: 'Esta clave está revocada.',
  keyReplaced: 'Esta clave se cambió por otra; usa el valor nuevo.',
  keyExpired: 'Esta clave ha caducado.',
  keyInactive: 'Esta clave está inactiva.',
  fieldsNotValid: 'Algunos campos no son válidos; consulta `details`.',
  headerNotValid: 'Una cabecera no es válida; consulta `details`.',
  idempotencyKey: 'debe tener de 1 a 255 caracteres ASCII visibles',
  keyReused: 'Esta Idempotency-Key se usó con otro cuerpo. Usa una clave nueva para un encargo nuevo.',
  keyInProgress:
    'La primera llamada con esta Idempotency-Key no ha terminado. Inténtalo dentro de un momento.',
  sameKeys: 'Otra llamada con las mismas claves se ha adelantado. Vuelve a intentarlo.',
  duplicate: 'Ya existe un encargo con esta external_reference.',
  noJob: 'No existe ese encargo; puede que se haya borrado o que el borrador haya caducado.',
  foreignJob: 'Este encargo no se creó con esta clave.',
  nextStep: 'El cliente tiene que revisar, pagar y publicar el encargo en la app antes de que caduque.',
  sms: {
    retrying:
      'El SMS aún no se ha enviado y se vuelve a intentar. No crees el encargo otra vez; si quieres, muéstrale el enlace al cliente.',
    refused:
      'El SMS se ha rechazado y no se vuelve a intentar. No crees el encargo otra vez: muéstrale el enlace al cliente.',
    unreachable:
      'Este número nunca recibe el SMS ni el código para entrar, porque es un fijo. Pide al cliente un móvil y crea con él un encargo nuevo, con otra external_reference; este borrador caduca.',
    argentine:
      'Este número nunca recibe el SMS ni el código para entrar, porque es un fijo: los móviles de Argentina llevan un 9 tras +54. Pide al cliente un móvil y crea con él un encargo nuevo, con otra external_reference; este borrador caduca.',
  },
  photosUnusable: 'Algunas fotos no se pueden usar; consulta `details`.',
  restarting: 'El servicio se está reiniciando. No se ha guardado nada; vuelve a intentarlo.',
  tooManyDrafts:
    'Ahora mismo se están creando demasiados encargos. No se ha guardado nada; vuelve a intentarlo.',
}
