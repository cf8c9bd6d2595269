import type { Texts } from '../index.ts'
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
    title: 'Transportes y mudanzas con tres llamadas a la API',
    lead: 'Esto es un servidor Dray. Una empresa crea un encargo, el cliente lo confirma en la app y un transportista lo entrega.',
    customers: {
      name: 'Para clientes',
      what: 'Tus encargos: abre un borrador, empieza uno o sigue el que está en camino.',
    },
    carriers: {
      name: 'Para transportistas',
      what: 'Encargos cercanos, los tuyos y lo que has ganado.',
    },
    guide: {
      name: 'Guía para empresas',
      what: 'De la clave de prueba al primer encargo, con cada campo y cada error.',
    },
    reference: {
      name: 'Referencia de la API',
      what: 'Las tres operaciones, para leerlas y probarlas. En inglés.',
    },
    health: { name: 'Estado', what: 'Si este servidor puede trabajar ahora mismo.' },
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
