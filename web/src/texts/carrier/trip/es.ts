import type { SameTexts } from '../../texts.ts'
import type { trip as en } from './en.ts'

export const trip: SameTexts<typeof en> = {
  open: 'No puedo recogerlo',
  title: '¿Por qué no puedes recogerlo?',
  lead: 'Avísanos en vez de devolver el encargo: no te cuenta como falta. Llama antes al cliente.',
  kind: {
    customer_absent: 'No hay nadie',
    not_as_described: 'Es más grande de lo descrito o no se puede cargar',
    wrong_address: 'La dirección está mal',
    breakdown: 'Mi vehículo se ha averiado',
  },
  kindMissing: 'Elige una opción.',
  asked:
    'Preguntamos al cliente, que tiene 24 horas para responder. Si está de acuerdo o no responde, el encargo termina. Si no está de acuerdo, decide nuestro equipo.',
  pay: 'Entonces cobras {{pay}} por el viaje.',
  noPay: 'Entonces no tienes ninguna falta y el cliente no paga nada.',
  breakdown:
    'Ofrecemos el encargo a otros transportistas al momento y ya no lo tienes tú. Una avería en 30 días no cuenta como falta; otra sí.',
  waited: '¿Cuánto tiempo llevas allí?',
  minutes: '{{minutes}} minutos o más',
  called: 'He llamado al cliente',
  calledMissing: 'Llama al cliente antes de avisar.',
  proof: 'Muestra que estás allí',
  proofHelp: 'Una foto de la puerta o tu posición. Con una basta.',
  proofMissing: 'Añade una foto o tu posición.',
  take: 'Hacer una foto',
  again: 'Hacer otra foto',
  preview: 'Tu foto',
  locate: 'Añadir mi posición',
  located: 'Tu posición está añadida. Solo guardamos a qué distancia está de la dirección.',
  notLocated: 'Tu teléfono no ha dado su posición. Haz una foto.',
  text: '¿Qué ha pasado?',
  textHelp: 'Lo leen el cliente y nuestro equipo.',
  act: 'Enviar el aviso',
  actBreakdown: 'Dejarlo a otros',
  back: 'Volver',
  done: 'Hemos preguntado al cliente.',
  doneBreakdown: 'Ya no tienes el encargo. El cliente lo sabe.',
  later: 'No hay conexión. Enviaremos tu aviso en cuanto la haya.',
  state: {
    openTitle: 'Hemos preguntado al cliente',
    open: 'Tiene que responder antes de {{when}}; si no, tu aviso cuenta. Si al final puedes recogerlo, hazlo sin más.',
    answeredTitle: 'El cliente no está de acuerdo',
    answered:
      'Nuestro equipo decide antes de {{when}}; si no, el encargo termina y nadie paga. Si al final puedes recogerlo, hazlo sin más.',
    dismissedTitle: 'Tu aviso no cuenta',
    dismissed:
      'Nuestro equipo da la razón al cliente. Recógelo; si el cliente cancela ahora, te cuenta como falta.',
    said: 'El cliente dice: «{{answer}}»',
  },
  ended: 'No pudiste recogerlo: «{{kind}}».',
  lapsed: 'No pudiste recogerlo y el cliente lo vio de otra manera. Nadie paga.',
  notCollected: {
    title: 'El cliente dice que no lo has recogido',
    text: 'Nos avisó el {{when}}. Hasta que lo recojas, el cliente puede cancelar gratis y te contaría como falta. Cuéntale a nuestro equipo qué ha pasado.',
    label: 'Tu respuesta',
    act: 'Enviar a nuestro equipo',
    done: 'Nuestro equipo lee tu respuesta.',
    later: 'No hay conexión. Enviaremos tu respuesta en cuanto la haya.',
    given: 'Respondiste: «{{answer}}»',
  },
}
