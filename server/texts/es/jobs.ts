import type { Texts } from '../en/index.ts'
import { counted, dates } from './formats.ts'

export const jobs: Texts['jobs'] = {
  callDirect: 'Podéis llamaros directamente: el número está en la página del encargo.',
  callOver: 'El plazo en el que podéis llamaros ha terminado.',
  callFailed: 'Ahora no podemos conectar la llamada. Inténtalo de nuevo en un minuto o escribe un mensaje.',
  unknown: 'No existe ese encargo; puede que haya caducado.',
  is: {
    draft: 'Este encargo todavía no se ha publicado.',
    posted: 'Este encargo está publicado y ningún transportista lo ha aceptado todavía.',
    accepted: 'Un transportista ha aceptado este encargo y está en camino.',
    collected: 'El transportista ya ha recogido este encargo.',
    delivered: 'Este encargo ya se ha entregado; se está completando el pago.',
    completed: 'Este encargo está completado.',
  },
  cancelledBy: {
    customer: 'El cliente canceló este encargo.',
    carrier: 'El transportista devolvió este encargo.',
    staff: 'Nuestro equipo canceló este encargo.',
    system: 'Este encargo se canceló porque no se pudo retener su pago.',
  },
  taken: 'Otro transportista fue más rápido: este encargo ya está asignado.',
  tooManyOpen: (count) =>
    `Tienes ${counted(count, 'encargo')} por entregar, el máximo a la vez. Termina uno y podrás aceptar este.`,
  cancelCostChanged: 'El coste de cancelar acaba de cambiar. Revísalo antes de cancelar.',
  suspendedCannotDrop:
    'Tu cuenta está suspendida y no puedes devolver encargos por tu cuenta. Si no puedes hacer este, escribe a soporte.',
  tooQuick:
    'Ha sido más rápido de lo habitual en este trayecto. Añade una foto de la entrega y dinos por qué, y quedará registrada.',
  nothingToConfirm: 'No hace falta confirmar esta entrega.',
  ratedAlready: 'Ya has valorado este encargo.',
  problemTooLate:
    'Se entregó hace más de dos días y ya no puedes avisarnos aquí de un problema. Escribe a soporte.',
  arrivedLate:
    'El encargo terminó o pasó a otro transportista antes de que esto llegara. Hemos avisado a nuestro equipo, que se pondrá en contacto contigo. Si tienes la mercancía, guárdala bien y escríbenos.',
  problemTooOften: 'Ya nos has avisado tres veces sobre este encargo. Nuestro equipo lo está revisando.',
  problemIdTaken: 'Este aviso ya se usó para otra cosa. Escríbelo de nuevo.',
  noProblemLeft: 'No queda ningún aviso por decidir en este encargo.',
  onlyInDoubt: 'No queda ningún aviso por decidir. Solo la entrega está en duda: confírmala para resolverla.',
  tripEvidence: 'Falta algo en este aviso. Añádelo y envíalo otra vez.',
  waitLonger: (minutes) =>
    `Espera ${minutes} minutos en la puerta y llama antes de avisar de que no hay nadie.`,
  tripReported:
    'Ya nos has avisado de esto, o nuestro equipo ya ha decidido. Si necesitas ayuda, escribe a soporte.',
  answeredAlready: 'Ya has respondido, o nuestro equipo ya ha decidido.',
  tripEnded: 'El transportista avisó de que no se pudo recoger, y el encargo ha terminado.',
  tripWithdrawn: 'Este aviso del transportista ya no cuenta y no hace falta responderlo.',
  tripWaits: (by, timeZone) =>
    `El transportista avisó de que no se pudo recoger y tú no estás de acuerdo. Nuestro equipo decide, como muy tarde, el ${dates.dayTime(by, timeZone)}.`,
  tripFar:
    'Estás demasiado lejos de la recogida para avisar de esto. Avisa desde allí o devuelve el encargo.',
  answerTripFirst:
    'Tu transportista ha avisado de que no pudo recogerlo. Responde primero a eso; lo ves en tu encargo.',
  timeImpossible: 'Esta hora no es posible. Elige otra.',
  timeChanged: 'Mientras tanto, la otra persona ha propuesto o aceptado una hora. Míralo otra vez.',
  timeIdTaken: 'Esta propuesta ya se usó para otra cosa. Propón la hora de nuevo.',
  timeOver: 'Esta hora ya ha pasado, o casi. Propón otra.',
  noProposalLeft:
    'Ya has propuesto tres veces. Acepta una propuesta, espera a recibir otra o llama a la otra persona.',
  impossiblePosition: 'Esta posición no puede ser correcta.',
  windowNotBegun: 'La hora que acordasteis aún no ha empezado. También puedes proponer otra hora o llamar.',
  talkEnded: 'Esta conversación ha terminado y ya no puedes escribir en ella.',
  threadClosed: 'Esta conversación con nuestro equipo está cerrada. Si necesitas ayuda, escribe a soporte.',
  unknownMessage: 'Ese mensaje no está en esta conversación.',
  ownMessage: 'Solo puedes avisar de lo que escribió la otra persona.',
  messageReports: {
    rude: 'Aviso de un mensaje: es grosero o amenazante.',
    outside_payment: 'Aviso de un mensaje: pide pagar fuera de la app.',
    other: 'Aviso de un mensaje: tiene otro problema.',
  },
  messageIdTaken: 'Este mensaje ya se usó para otra cosa. Escríbelo de nuevo.',
  tooManyMessages: 'Has enviado muchos mensajes en poco tiempo. Espera un poco.',
  tooManyInJob: 'Este encargo tiene muchísimos mensajes. Llama o escribe a soporte.',
  noTripReport: 'No hay ningún aviso del transportista que se pueda decidir así.',
  reportsChanged: 'Los avisos de este encargo han cambiado entretanto. Míralos otra vez y luego decide.',
  pins: {
    partners:
      'Las direcciones las puso la empresa que envió este encargo. Escribe en las notas cómo encontrar la puerta.',
    changed: 'Los lugares acaban de cambiar. Vuelve a mirarlos.',
    tooFar: (km) =>
      `Está demasiado lejos de la dirección: como mucho, ${String(km).replace('.', ',')} km. Si es otro lugar, empieza el encargo con su dirección.`,
  },
  idTaken: 'Ya se empezó otro encargo con este identificador. Empieza de nuevo.',
  tooManyDrafts: 'Tienes muchos encargos sin pagar. Paga alguno o sigue cuando hayan caducado.',
  goesOn:
    'Ya estamos ofreciendo este encargo a otros transportistas, con el mismo pago. Lo tienes entre tus encargos.',
  dataDeleted: 'Los datos de este encargo se han borrado porque terminó hace tiempo. Empieza uno nuevo.',
  proofMissing: 'Aquí hace falta una foto. Hazla y envíalo otra vez.',
  deliveryCodeMissing:
    'El cliente tiene un código para esta entrega. Escríbelo, o haz una foto y envíala sin código.',
  deliveryCodeWrong: (left: number) =>
    `Ese no es el código de este cliente. Puedes probar ${left === 1 ? 'una vez más' : `${left} veces más`}, o enviar una foto sin código.`,
  noCodeTriesLeft: 'Has fallado demasiadas veces. Haz una foto y envíala sin código, o llama al cliente.',
  photoUnusable: 'Una de las fotos no se puede usar. Añádela de nuevo.',
  photoTooSlow: 'La foto no ha llegado: la conexión es demasiado lenta en este momento. Inténtalo de nuevo.',
  photoTooLarge: 'Esta foto es demasiado grande. Usa una de 8 MB como máximo.',
  notAPhoto: 'Esto no es una foto. Usa JPEG, PNG, WebP, AVIF o GIF.',
  otherFormat: (found) =>
    `Un archivo en formato ${found} no sirve como foto. Usa JPEG, PNG, WebP, AVIF o GIF.`,
  noPicture: 'Este archivo no sirve como foto. Usa JPEG, PNG, WebP, AVIF o GIF.',
  tooManyUploads: 'Se están subiendo demasiadas fotos a la vez. Envíalas una tras otra.',
  tooManyPhotos: 'Has subido muchas fotos que ningún encargo usa. Sigue mañana.',
}
