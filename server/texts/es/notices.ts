import type { Texts } from '../en/index.ts'
import { euros, windowText } from './formats.ts'

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Código para la entrega: ${code}.` : '')

export const notices: Texts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'Tu encargo está publicado',
    body: `${what}. Los transportistas cercanos ya lo ven.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Un transportista ha aceptado',
    body: `${who || 'Tu transportista'} se encarga: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: hoursLeft === 1 ? 'Te queda 1 hora para recogerlo' : `Te quedan ${hoursLeft} horas para recogerlo`,
    body: `${what}. Después el cliente puede cancelar gratis y te cuenta como falta.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'Tu transportista se retrasa',
    body: `${what}: no se ha recogido a tiempo. Cancela gratis o llama al transportista.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Te proponen una hora: ${windowText(window)}` : 'Te proponen una hora',
    body: `${what}. Ábrelo para aceptarla o proponer otra.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Hora acordada: ${windowText(window)}` : 'Ya tenéis hora',
    body: `Recogida: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Nueva hora: ${windowText(window)}` : 'La hora ha cambiado',
    body: `Habéis acordado cambiarla: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Recogida ${windowText(window)}` : 'Recogida en un día',
    body: `${what}. Si ya no te viene bien, propón otra hora con tiempo.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `En una hora: ${windowText(window)}` : 'Recogida en una hora',
    body: `${what}. Ten el teléfono a mano y procura estar allí.`,
  }),
  message_received: ({ what }) => ({
    title: 'Mensaje nuevo',
    body: `${what}. Ábrelo para leer y responder.`,
  }),
  messages_unread: ({ what }) => ({
    title: 'Tienes mensajes sin leer',
    body: `${what}. Ábrelo para leer y responder.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'Nuestro equipo te ha respondido',
    body: `${what}. Ábrelo para leer la respuesta.`,
  }),
  job_collected: ({ what, code }) => ({ title: 'Recogido', body: `${what} está en camino.${codeOf(code)}` }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'Tu transportista'} llega en unos 10 minutos`,
    body: `${what}. Procura estar para recibirlo.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Otro transportista hace este encargo',
    body: `Nuestro equipo se lo ha dado a otro transportista: ${what}, ${route}. No te penaliza.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Tienes un encargo nuevo',
    body: `Nuestro equipo te lo ha asignado: ${what}, ${route}. Ábrelo para ver las direcciones.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Tienes otro transportista',
    body: `Ahora se encarga ${who || 'otro transportista'}: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Entregado y pagado',
    body: `${what}. Todo listo; puedes dejar una valoración.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Entregado, ${euros(chargedCents)} cobrados`,
    body: `${what}. ¿Algo va mal? Avísanos antes de dos días.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'El cliente ha cancelado',
    body: `${what}: no se recogió y te cuenta como falta. Si no es así, escríbenos.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'El cliente ha cancelado',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'El transportista ha tenido que cancelar',
    body: `${what}. Te lo devolvemos todo y puedes volver a empezar con un toque.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'Tu transportista no puede llevarlo',
    body: `${what}. Lo ofrecemos a otros; no tienes que hacer nada. Puedes cancelar gratis.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'El encargo se ha cancelado',
    body: `Nuestro equipo lo ha cancelado: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'El encargo se ha cancelado',
    body: `${what}. Ábrelo para ver por qué.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Revisa tu pago',
    body: `No hemos podido volver a retener el importe de ${what}. Paga de nuevo en un plazo de 24 horas para que siga publicado.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'Tu encargo espera tu pago',
    body: `${what}. Págalo para que lo vean los transportistas.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Necesitamos una dirección más exacta',
    body: `${what}. Escribe calle, número y población en las notas de tu encargo.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: '¿Ha llegado?',
    body: `${what}. El transportista dice que está entregado, antes de lo habitual en este trayecto. Confírmalo o dinos qué va mal.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'El cliente nos ha avisado de un problema',
    body: `${what}. Nuestro equipo lo está revisando. Si aún no has cobrado, tu pago espera mientras tanto.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Hemos revisado el problema',
    body: `${what}. Abre el encargo para ver cómo sigue.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'Tu transportista'} no ha podido recogerlo`,
    body: `${what}. Ábrelo y responde en 24 horas. Sin respuesta el encargo termina y puede costar lo que viste antes de pagar.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'El cliente no está de acuerdo con tu aviso',
    body: `${what}. Nuestro equipo decide en tres días. Aún puedes recogerlo.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'El encargo ha terminado sin viaje',
    body: `${what}: no se pudo recoger. Ábrelo para ver qué se paga.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'Tu pago ha sido rechazado',
    body: `${what}. Elige otra forma de pago, por favor.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} menos para ti` : 'Asumes parte de un reembolso',
    body: `${what}. Hemos devuelto dinero al cliente y tú asumes esta parte. Se descuenta de tu próximo pago.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Una propina para ti: ${euros(movedCents)}` : 'Una propina para ti',
    body: `${what}. Es entera para ti.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `Te devolvemos ${euros(movedCents)}` : 'Te devolvemos dinero',
    body: `${what}. Ábrelo para ver el importe y la fecha.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Nuevo encargo${from && ` en ${from}`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'Ya puedes aceptar encargos',
    body: 'Te hemos aprobado. Hay encargos cerca esperándote.',
  }),
  carrier_rejected: () => ({
    title: 'Todavía no hemos podido aprobarte',
    body: 'Abre tu perfil para ver por qué y qué puedes cambiar.',
  }),
  carrier_suspended: () => ({
    title: 'Tu cuenta de transportista está suspendida',
    body: 'Abre tu perfil para ver por qué. Conservas los encargos que ya has aceptado.',
  }),
  document_accepted: () => ({
    title: 'Tu documento está aceptado',
    body: 'Abre tu perfil para ver hasta cuándo vale.',
  }),
  document_refused: () => ({
    title: 'No hemos podido aceptar tu documento',
    body: 'Abre tu perfil para ver por qué y sube otro.',
  }),
  photo_removed: () => ({
    title: 'Hemos quitado una foto tuya',
    body: 'Abre tu perfil para ver por qué y haz otra.',
  }),
  document_expires: () => ({
    title: 'Un documento tuyo caduca pronto',
    body: 'Abre tu perfil y sube el nuevo a tiempo.',
  }),
}
