import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: 'Cuenta',
  you: 'Tus datos',
  phone: 'Teléfono',
  name: 'Tu nombre',
  nameHelp: 'Lo ven los transportistas.',
  saved: 'Guardado.',
  look: 'Idioma y colores',
  cards: 'Tarjetas',
  noCards: 'No hay tarjetas guardadas.',
  removeCard: 'Quitar',
  removeCardNamed: 'Quitar la tarjeta terminada en {{lastFour}}',
  removeSure: '¿Quitar la tarjeta terminada en {{lastFour}}?',
  removed: 'Hemos quitado la tarjeta.',
  wallet: 'Monedero',
  walletAvailable: '{{amount}} disponibles',
  walletFrozen:
    'Hay una recarga en disputa con tu banco. Hasta que se resuelva, no puedes usar {{amount}} de tu saldo para pagar encargos.',
  noEntries: 'Aún no hay movimientos.',
  entry: {
    top_up: 'Recarga',
    hold: 'Retenido para un encargo',
    release: 'Liberado',
    refund: 'Devolución',
    other: 'Movimiento',
  },
  devices: 'Sesiones abiertas',
  thisDevice: 'Este dispositivo',
  lastSeen: 'Última vez {{when}}',
  endDevice: 'Cerrar sesión',
  endDeviceNamed: 'Cerrar sesión en {{device}}',
  endOthers: 'Cerrar sesión en los demás',
  ended: 'Hemos cerrado esa sesión.',
  notifications: 'Avisos',
  carrier: 'Transporta con tu furgoneta',
  carrierText: 'Consulta encargos cercanos, acéptalos y gana dinero.',
  toCarrier: 'Ir al área de transportista',
  signOut: 'Cerrar sesión',
  data: {
    title: 'Tus datos',
    text: 'Descarga una copia de todo lo que guardamos sobre ti o elimina tu cuenta.',
    act: 'Descargar mis datos',
    done: 'Tus datos se han descargado.',
    erase: 'Eliminar mi cuenta',
  },
  terms: {
    title: 'Condiciones y ayuda',
    accepted: 'Aceptaste los <terms>términos y condiciones</terms> (versión {{version}}) el {{when}}.',
    open: 'Todavía no has aceptado los <terms>términos y condiciones</terms> (versión {{version}}). Hacen falta para publicar o aceptar un encargo.',
    accept: 'Aceptar',
    question: '¿Tienes una pregunta o algo va mal?',
  },
  erasure: {
    title: 'Eliminar mi cuenta',
    lead: 'Es definitivo: nadie puede recuperar la cuenta, tampoco nosotros.',
    goneTitle: 'Lo que se elimina',
    gone: {
      person: 'Tu nombre y tu número de teléfono.',
      jobs: 'Tus borradores, y las direcciones, notas, fotos y comentarios de tus encargos.',
      cards: 'Tus tarjetas guardadas, aquí y en el servicio de pago.',
      devices: 'Tus sesiones y avisos: se cierra la sesión en todos los dispositivos.',
      carrier: 'Tu perfil de transportista, con tu vehículo y tu base.',
    },
    keptTitle: 'Lo que queda',
    kept: {
      money: 'Importes y fechas de los pagos. La ley nos obliga a guardarlos; ya no dicen de quién eran.',
      receipts: 'Los recibos de pagos reales, con el nombre que tenías, los años que exige la ley fiscal.',
      stars: 'Localidades, precios y fechas de encargos pasados, y las estrellas de sus valoraciones.',
      carried: 'Para tus clientes, los encargos que llevaste. Ya no ven quién los hizo.',
    },
    again: 'El mismo número puede volver a registrarse cuando quiera, con una cuenta nueva.',
    blockedTitle: 'Antes de poder eliminarla',
    blocked: {
      open_jobs_one:
        'Tienes un encargo publicado sin terminar. Cancélalo o espera a que se entregue y se pague.',
      open_jobs_other:
        'Tienes {{count}} encargos publicados sin terminar. Cancélalos o espera a que se entreguen y se paguen.',
      deliveries_one:
        'Tienes un encargo aceptado sin terminar. Entrégalo y espera a que se pague, o devuélvelo.',
      deliveries_other:
        'Tienes {{count}} encargos aceptados sin terminar. Entrégalos y espera a que se paguen, o devuélvelos.',
      problems_one: 'Todavía queda algo por aclarar en uno de tus encargos. Espera a que se resuelva.',
      problems_other:
        'Todavía queda algo por aclarar en {{count}} de tus encargos. Espera a que se resuelva.',
      payments_one: 'Hay un pago en curso. Vuelve dentro de unos minutos.',
      payments_other: 'Hay {{count}} pagos en curso. Vuelve dentro de unos minutos.',
      wallet: 'Quedan {{amount}} en tu monedero. Gástalos o escribe a soporte para que te los devuelvan.',
      earnings:
        'Quedan {{amount}} de tus ganancias por cobrar. Configura los cobros si aún no lo has hecho y espera a recibirlos, o escribe a soporte.',
    },
    way: {
      jobs: 'Ver mis encargos',
      carried: 'Ver los encargos que llevo',
      wallet: 'Ver mi monedero',
      earnings: 'Ver mis ganancias',
    },
    readAgain: 'Comprobar otra vez',
    codeWhy:
      'Para asegurarnos de que eres tú, enviamos un código por SMS al {{phone}}. Hasta que lo escribas no se elimina nada.',
    ask: 'Enviarme un código para eliminarla',
    act: 'Eliminar mi cuenta para siempre',
    doneTitle: 'Cuenta eliminada',
    doneHead: 'Hemos eliminado tu cuenta',
    doneText:
      'Hemos cerrado tu sesión en todos los dispositivos. Las fotos y las tarjetas guardadas desaparecen en unos minutos. Gracias por usar Dray.',
    doneAct: 'Volver a registrarme',
  },
}
