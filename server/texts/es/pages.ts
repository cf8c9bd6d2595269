import type { Texts } from '../en/index.ts'
import { durationText } from './formats.ts'

export const pages: Texts['pages'] = {
  language: 'Idioma',
  languageName: 'Español',
  skip: 'Ir al contenido',
  draft: {
    title: 'Tu encargo está casi listo',
    lead: 'Ábrelo en la app para ver los detalles y el precio, y confirmarlo.',
    open: 'Abrir en la app',
    notOpened: '¿No ha pasado nada? Puede que la app no esté en este móvil.',
    onComputer: '¿Estás en un ordenador? Abre el enlace del SMS en tu móvil.',
    onlyYou: 'Solo tú puedes verlo: entras con un código que enviamos al número que recibió el SMS.',
    next: 'Los siguientes pasos',
    steps: [
      { name: 'Revisa', what: 'Comprueba las direcciones, el tamaño, las fotos y el precio total.' },
      { name: 'Paga', what: 'El importe solo se retiene. Se cobra cuando el transportista ha entregado.' },
      { name: 'Publica', what: 'Los transportistas cercanos ven tu encargo y uno lo acepta.' },
    ],
    waits: (life) =>
      `El borrador espera ${durationText(life)} desde el SMS. Después se borra y no pagas nada; pide otro enlace a la empresa que te lo envió.`,
    noApp: '¿Aún no tienes la app?',
    getApp: 'Instálala y vuelve a tocar el enlace del SMS.',
    browse: 'O sigue en el navegador',
    appStore: 'Para iPhone',
    playStore: 'Para Android',
    noScript:
      'Este navegador tiene los scripts desactivados y el botón no puede abrir la app. Con la app instalada, el enlace del SMS la abre directamente.',
    neverShare: 'No compartas tu código. Nadie te llamará ni te escribirá para pedírtelo.',
  },
  home: {
    title: 'Transportes y mudanzas, con transportistas de tu zona',
    lead: 'Ves el precio antes de decidir y pagas después de la entrega. Cancelar tarde puede tener un coste.',
    price: {
      act: 'Ver cuánto cuesta',
      note: 'Basta con un tamaño y dos direcciones. No necesitas una cuenta.',
    },
    how: {
      title: 'Cómo funciona',
      steps: [
        {
          name: 'Ves el precio',
          what: 'Depende del tamaño, la distancia y las plantas sin ascensor. Después no se añade nada.',
        },
        {
          name: 'El importe se retiene, no se cobra',
          what: 'Confirmas con un código que te enviamos por SMS y publicas el encargo. Lo ven transportistas de tu zona.',
        },
        {
          name: 'Viene un transportista',
          what: 'Acordáis una hora, ves su nombre y su vehículo, y puedes contactar con él.',
        },
        { name: 'Pagas después de la entrega', what: 'Entonces se cobra el importe y recibes un recibo.' },
      ],
    },
    wrong: {
      title: 'Si algo sale mal',
      points: [
        'Hasta que un transportista acepta, y durante cinco minutos más, cancelar no cuesta nada. Después hay una tarifa, que ves antes de pagar y otra vez antes de cancelar.',
        'Si el transportista no viene a tiempo, cancelas gratis.',
        'Si un transportista devuelve el encargo, pasa al siguiente sin pagar otra vez.',
        'Si algo se daña o falta, avisa en la app con fotos. Nuestro equipo lo estudia.',
      ],
    },
    who: {
      title: 'Quién está detrás de este servicio',
      ask: 'Puedes contactar con nosotros aquí:',
      askHelp: '¿Una pregunta?',
      help: 'Ayuda',
    },
    customers: {
      name: '¿Has recibido un SMS con un enlace?',
      what: 'Toca el enlace del SMS o entra aquí con el mismo número. También puedes crear un encargo.',
    },
    carriers: {
      name: '¿Tienes una furgoneta o un coche?',
      what: 'Transporta con nosotros: encuentra encargos cerca de ti y cobra después de cada entrega.',
    },
    help: { name: '¿Una pregunta?', what: 'Respuestas y cómo contactar con nosotros.' },
    developers: 'Para desarrolladores:',
    guide: 'guía para empresas',
    reference: 'referencia de la API (en inglés)',
    health: 'estado',
  },
  notFound: {
    title: 'Aquí no hay nada',
    lead: 'Puede que la dirección esté mal escrita o incompleta. Si llegó en un SMS, vuelve a tocar el enlace del SMS.',
    home: 'Ir al inicio',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Transportes y mudanzas: mira el precio y paga cuando haya llegado.',
    noScript:
      'Esta página necesita scripts, y este navegador los tiene desactivados. Actívalos y vuelve a cargarla.',
  },
  admin: { title: 'Panel de Dray' },
  partner: { title: 'Dray para empresas' },
}
