import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  published: {
    title: 'Tu encargo está publicado',
    lead: 'Hemos retenido {{total}}. Se cobran al entregar.',
    next: 'Los siguientes pasos',
    steps: {
      accept: 'Los transportistas cercanos ven tu encargo. {{news}} Verás su nombre y podrás llamarlo.',
      collect: 'Lo recoge y tú lo sigues aquí.',
      deliver: 'Lo entrega, se cobra el importe y tú lo valoras.',
    },
    see: 'Ver mi encargo',
  },
  now: {
    posted: 'Los transportistas cercanos pueden verlo. {{news}}',
    accepted: '{{name}} lo recogerá. Llama para acordar la hora.',
    collected: '{{name}} lo ha recogido y está en camino.',
    delivered: '{{name}} dice que está entregado. El pago se está procesando.',
    owing: '{{name}} dice que está entregado. Solo falta el pago.',
    waiting: '{{name}} dice que está entregado. De momento no se cobra nada.',
    taken: '{{name}} dice que está entregado. El pago ya se ha cobrado.',
    completed: 'Entregado y pagado. Gracias.',
    cancelled: 'Este encargo no se va a realizar.',
    carrier: 'El transportista',
  },
  news: {
    push: 'Recibirás un aviso cuando uno acepte.',
    sms: 'Te enviaremos un SMS cuando uno acepte.',
    none: 'Vuelve a esta página para ver cuándo acepta uno.',
  },
  arrived: {
    title: '¿Ha llegado?',
    text: {
      payment:
        'El transportista dice que está entregado, antes de lo habitual en este trayecto. Si lo confirmas, cobra. Si no nos dices nada, el pago sigue adelante por sí solo ({{when}}).',
      payout:
        'El transportista dice que está entregado, antes de lo habitual en este trayecto. Ya hemos cobrado el pago, porque tu banco iba a liberar el importe retenido. El transportista cobra cuando lo confirmes. Si no nos dices nada, cobrará igualmente ({{when}}).',
      staff:
        'El transportista dice que está entregado, antes de lo habitual en este trayecto. Nuestro equipo lo está revisando y el dinero espera hasta que decida. Si ya ha llegado todo, dínoslo aquí.',
    },
    act: 'Sí, ha llegado',
    done: {
      payment: 'Gracias. El pago sigue adelante.',
      payout: 'Gracias. El transportista ya puede cobrar.',
      staff: 'Gracias. Nuestro equipo lo tendrá en cuenta.',
    },
    later: 'No hay conexión. Enviaremos tu respuesta en cuanto la haya.',
  },
  problem: {
    open: 'Algo va mal',
    title: '¿Qué ha pasado?',
    lead: 'Nuestro equipo lo revisa y te contesta aquí. Mientras tanto tu dinero sigue retenido, hasta donde lo permita tu banco.',
    leadPaid:
      'Nuestro equipo lo revisa y te contesta aquí. Si el transportista aún no ha cobrado, tendrá que esperar.',
    what: 'Elige lo que más se parezca',
    kind: {
      not_collected: 'No lo han recogido',
      not_delivered: 'No ha llegado',
      damaged: 'Ha llegado con daños',
      missing: 'Falta algo',
      carrier_behaviour: 'El trato del transportista',
      other: 'Otra cosa',
    },
    missing: 'Elige una opción.',
    text: 'Cuéntanos qué ha pasado',
    textHelp: 'Solo lo lee nuestro equipo.',
    photosHelp: 'Las fotos nos ayudan. Hasta {{max}}.',
    act: 'Enviar a nuestro equipo',
    back: 'Volver',
    done: 'Lo hemos recibido y lo estamos revisando.',
    later: 'No hay conexión. Enviaremos tu aviso en cuanto la haya.',
    yours: 'Lo que nos has contado',
    status: {
      open: 'Nuestro equipo lo está revisando.',
      upheld: 'Nuestro equipo te da la razón y se ocupa del pago.',
      dismissed: 'Nuestro equipo lo ha revisado. El pago sigue como estaba previsto.',
    },
  },
  cancelled: {
    by: {
      customer: 'Lo cancelaste tú.',
      carrier: 'Lo canceló el transportista.',
      staff: 'Lo canceló nuestro equipo.',
      system: 'Se canceló porque no se pudo retener de nuevo el importe.',
    },
    free: 'No has pagado nada; el importe retenido ya está liberado.',
    releasing: 'No pagas nada. Estamos liberando el importe retenido.',
    fee: 'Se cobraron {{fee}}; el resto se libera.',
    givenBack: 'Se te ha devuelto todo lo cobrado.',
    givingBack: 'Recuperas todo lo que se te cobró.',
    feeInProgress: 'Se está cobrando el coste que aceptaste; el resto se libera.',
    again: 'Empezarlo de nuevo',
    againText: 'El mismo trayecto, las mismas fotos y el mismo precio, en un borrador nuevo.',
  },
  receipt: {
    title: 'Pago',
    state: {
      none: 'Aún no has pagado nada',
      pending: 'Esperando al banco',
      action_required: 'Pendiente de tu confirmación',
      held: '{{total}} retenidos, se cobran al entregar',
      capturing: 'Se están cobrando {{total}}',
      captured: '{{charged}} cobrados',
      releasing: 'Se están liberando los {{total}} retenidos',
      released: 'Liberado, nada cobrado',
      refused: 'Rechazado',
      refunded: '{{charged}} cobrados y devueltos',
    },
    cancellationFee: 'Coste de cancelación cobrado',
    charged: 'Cobrado',
    date: 'Fecha',
    number: 'Número de recibo',
    seller: 'Vendedor',
    reference: 'Referencia {{reference}}',
    by: { card: 'Tarjeta terminada en {{lastFour}}', wallet: 'Monedero' },
  },
}
