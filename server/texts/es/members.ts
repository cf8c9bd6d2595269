import type { Texts } from '../en/index.ts'

export const members: Texts['members'] = {
  suspended: 'Tu acceso está suspendido. Habla con un responsable.',
  roleTooLow: 'Tu función no lo permite.',
  stepUpRequired: 'Confirma que eres tú: con tu llave de acceso o un código.',
  signInRefused:
    'No ha funcionado. Revisa el nombre, la contraseña y el código. Si son correctos: usa una llave de acceso, un código de recuperación o un navegador con el que ya hayas entrado.',
  proofRefused: 'No es correcto, o ya se ha usado. Prueba con un código nuevo o con tu llave de acceso.',
  passkeyRefused:
    'No se ha podido registrar esta llave de acceso. Inténtalo de nuevo o usa otro dispositivo.',
  invitationEnded: 'Esta invitación ya no sirve. Pide una nueva.',
  challengeEnded: 'Ha pasado demasiado tiempo, o ya se había terminado. Empieza de nuevo.',
  loginNameTaken: 'Otra persona tiene este nombre. Elige otro.',
  lastOwner: 'Tiene que haber un responsable activo. Nombra antes a otro.',
  lastAdmin: 'Tiene que haber alguien activo con la función «Administración». Dásela antes a otra persona.',
  partnerSuspended: 'Tu empresa está suspendida, así que no se puede cambiar nada. Escribe a soporte.',
  notViewing: 'Has entrado con tu propio acceso. No hay ninguna vista que terminar.',
  tooManyTestKeys: 'Ya hay 20 claves de prueba. Revoca antes una.',
  tooManyNewTestKeys: 'Se han creado 50 claves de prueba en 24 horas. Inténtalo más tarde.',
  lastWayIn: 'Es tu única forma de entrar. Añade antes otra llave de acceso o una contraseña.',
  otherValuesEnd: 'Los valores de esta clave han cambiado mientras tanto. Míralos otra vez antes de rotarla.',
  keyIsRevoked: 'Esta clave está revocada. Emite una nueva.',
  noPassword:
    'Entras con una llave de acceso, así que no hay código que sustituir. Pon antes una contraseña.',
  noPasskey: 'No tienes ninguna llave de acceso. Usa un código de tu aplicación de autenticación.',
  invitationUsed: 'Esta invitación ya se ha usado.',
}
