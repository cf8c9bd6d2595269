import type { Texts } from '../en/index.ts'

export const sandbox: Texts['sandbox'] = {
  testKeyNeeded: 'El entorno de pruebas solo acepta claves de prueba, y esta es una clave real.',
  busy: 'Este mundo del entorno de pruebas, u otros dos, se está moviendo ahora. Inténtalo de nuevo en un segundo.',
  notPossible: 'Este paso no es posible ahora; mira `moves`.',
  ofPerson:
    'Una persona ha abierto este borrador en la app, así que el entorno de pruebas no actúa por su cliente.',
  noJob: 'No existe ese encargo en este entorno de pruebas; puede haberse eliminado o haber caducado.',
  oneTarget: 'envía solo uno de estos dos campos: `advance_seconds` o `to`',
  onlyToEnd: 'solo puede enviarse con `to` igual a `end`',
  badWorld: 'debe tener de 1 a 64 letras, cifras, `_` y `-`',
  tooManyWorlds: ({ max }) =>
    `sería uno más que los ${max} mundos de esta clave; elimina uno que no necesites`,
  tooFarAhead: 'no se acepta: este reloj va diez años por delante. Vacía el entorno para empezar de nuevo',
  badTarget: 'debe ser `next`, `end` o un instante posterior a `now`, como mucho 30 días más tarde',
  tooLong: ({ maxKm }) => `debe ser como máximo ${maxKm} km: este servicio no hace trayectos más largos`,
  stories: {
    by_hand: 'No pasa nada por sí solo: mueves el encargo con los pasos.',
    happy:
      'Abierto a los 5 s, pagado y publicado a los 15 s, aceptado a los 30 s, recogido a los 60 s, entregado a los 90 s, valorado a los 100 s.',
    never_opened:
      'El cliente no abre nunca el enlace. A las 48 horas se elimina el borrador y al leer su estado se recibe un `404`.',
    declined:
      'El banco rechaza la tarjeta a los 15 s y el cliente lo deja. El borrador se elimina a las 48 horas.',
    bank_confirmation:
      'El banco pide una confirmación a los 15 s y el cliente la da a los 25 s. Después, como la historia feliz.',
    nobody_accepts:
      'Publicado a los 15 s. Nadie acepta, y a las 24 horas el cliente cancela. No se cobra nada.',
    cancelled_free: 'Aceptado a los 30 s; el cliente cancela a los 60 s, mientras aún es gratis.',
    cancelled_with_fee:
      'Aceptado a los 30 s; el cliente cancela a los 11 minutos y paga el coste de la cancelación.',
    given_back:
      'Aceptado a los 30 s; el transportista devuelve el encargo a los 45 s. Otro lo entrega como otro encargo, con la misma retención.',
    customer_absent:
      'Aceptado a los 30 s. El transportista no encuentra a nadie y avisa a los 16 minutos. El cliente no responde y 24 horas después el encargo se cancela, con el coste del operador por un viaje en balde.',
    time_moved:
      'El cliente dice cuándo le va bien a los 10 s. Aceptado a los 30 s; el transportista toma uno de sus deseos a los 40 s y a los 50 s los dos lo aplazan un día. Se les recuerda un día y una hora antes, pero el transportista no va. Media hora después de la hora acordada vence el plazo, y un minuto más tarde el cliente cancela gratis.',
    tipped:
      'Entregado a los 90 s; a los 110 s el cliente da una propina al transportista. Tu encargo no cambia por ello.',
    capture_refused:
      'Entregado a los 90 s, pero el banco no paga. El encargo sigue en `accepted`; el cliente paga con otra tarjeta a las 24 horas y entonces pasa a `completed`.',
    hold_renewed:
      'Publicado a los 15 s. La retención en la tarjeta se renueva a los seis días; un transportista acepta a los siete.',
    renewal_refused:
      'Publicado a los 15 s. A los seis días el banco no renueva la retención, los transportistas dejan de ver el encargo y un día después se cancela.',
    sms_refused:
      'El SMS se rechaza definitivamente: `sms_sent` es false y el cliente no llega a saber del borrador, que se elimina a las 48 horas.',
    sms_late:
      '`sms_sent` es false; el SMS se envía a los 60 s. Después, como la historia feliz, un minuto más tarde.',
  },
  steps: {
    created: 'Has creado el encargo.',
    sms_sent: 'Se ha enviado el SMS con el enlace.',
    sms_failed: 'El SMS con el enlace se ha rechazado definitivamente.',
    link_opened: 'El cliente ha abierto el enlace.',
    signed_in: 'El cliente ha iniciado sesión.',
    card_added: 'El cliente ha añadido una tarjeta.',
    payment_started: 'El cliente paga: se pide al banco que retenga el importe.',
    confirmation_asked: 'El banco pide al cliente que confirme el pago, en 15 minutos.',
    published: 'El importe está retenido y los transportistas cercanos ven el encargo.',
    hidden:
      'Los transportistas dejan de ver el encargo: no se ha renovado la retención o el operador lo ha ocultado.',
    shown_again: 'Los transportistas vuelven a ver el encargo.',
    accepted: 'Un transportista ha aceptado el encargo.',
    arriving: 'Se ha avisado al cliente de que el transportista está a punto de llegar.',
    time_wished: 'El cliente ha dicho cuándo le va bien.',
    time_proposed: 'El cliente o el transportista ha propuesto una hora para la recogida.',
    time_agreed: 'El cliente y el transportista han acordado una hora para la recogida.',
    reminded: 'Se ha recordado a los dos la hora acordada, un día o una hora antes.',
    collection_overdue: 'La hora acordada ha pasado sin recogida. El cliente puede cancelar gratis.',
    trip_reported: 'El transportista ha avisado de que no puede recoger la mercancía.',
    trip_answered: 'El cliente ha dicho si está de acuerdo con el aviso.',
    trip_term_ended:
      'Se acabó el plazo para responder al aviso, que entonces cuenta, o el plazo para decidir, y no paga ninguno de los dos.',
    collected: 'El transportista ha recogido la mercancía.',
    delivered: 'El transportista ha entregado la mercancía.',
    completed: 'El encargo está entregado y pagado.',
    rated: 'El cliente ha valorado al transportista, o el transportista al cliente: `actor` dice quién.',
    given_back: 'El transportista ha devuelto el encargo, que queda cancelado. Continúa como otro encargo.',
    cancelled: 'El cliente, el operador o el servicio ha cancelado el encargo. `amount_eur` es el coste.',
    draft_expired: 'El borrador ha caducado y se ha eliminado. Solo en los `steps` del reloj.',
    hold_done: 'El banco retiene el importe.',
    hold_refused: 'El banco no ha retenido el importe, o el cliente no lo ha confirmado.',
    hold_renewed: 'Una nueva retención ha sustituido a la que estaba a punto de terminar.',
    renewal_refused: 'El banco no ha renovado la retención.',
    release_done: 'Se ha liberado lo que seguía retenido.',
    release_refused: 'El banco no ha liberado la retención.',
    capture_done: 'Se ha cobrado el dinero retenido.',
    capture_refused: 'El banco no ha pagado el dinero retenido.',
    tip_given: 'El cliente ha dado una propina al transportista. El precio del encargo no cambia.',
    tip_refused: 'El banco ha rechazado la propina.',
    payout_done: 'Se ha pagado al transportista.',
    payout_refused: 'El pago al transportista se ha rechazado.',
    refund_done: 'El cliente ha recuperado dinero ya cobrado.',
    refund_refused: 'El reembolso se ha rechazado.',
    other: 'Algo que aún no tiene tipo. `what` lo dice con palabras.',
  },
}
