import type { Texts } from '../en/index.ts'

export const company: Texts['company'] = {
  links: 'Empresa y textos legales',
  names: { help: 'Ayuda', terms: 'Condiciones', privacy: 'Privacidad', imprint: 'Aviso legal' },
  titles: {
    help: 'Ayuda',
    terms: 'Términos y condiciones',
    privacy: 'Aviso de privacidad',
    imprint: 'Aviso legal',
  },
  version: (version) => `Versión ${version}`,
  runBy: (name) => `Un servicio de ${name}`,
  facts: { name: 'Empresa', taxNumber: 'Número fiscal', address: 'Dirección', contact: 'Contacto' },
  missing: {
    terms: 'La empresa que presta este servicio todavía no ha publicado aquí sus condiciones.',
    privacy: 'La empresa que presta este servicio todavía no ha publicado aquí su aviso de privacidad.',
    imprint: 'La empresa que presta este servicio todavía no ha dicho aquí quién es.',
  },
  askFirst: 'Pregúntanos antes de pagar o de aceptar un encargo:',
  askPartner:
    'Antes de pagar o de aceptar un encargo, pregunta a la empresa que te envió el enlace o que te invitó a transportar.',
  ownData: 'En la app, en «Cuenta», puedes descargar lo que se guarda sobre ti o eliminar tu cuenta.',
  help: {
    contactLead: 'Nos encuentras aquí:',
    noContact:
      'Este servicio todavía no tiene un contacto común. Si recibiste un SMS con un enlace, pregunta a la empresa que aparece en él: es quien preparó el encargo. Si eres transportista, pregunta a quien te invitó.',
    questions: [
      {
        ask: 'He recibido un SMS con un enlace. ¿Qué es?',
        answer:
          'La empresa que aparece en el SMS ha preparado un transporte o una mudanza para ti. Abre el enlace y entra con un código que enviamos a tu número. Verás el encargo y su precio, y no pagas nada hasta que tú lo decidas.',
      },
      {
        ask: 'Algo va mal con mi encargo',
        answer:
          'Abre el encargo en la app y elige «Algo va mal». Puedes añadir fotos, y la respuesta aparece también allí.',
      },
      {
        ask: 'Quiero cancelar',
        answer: 'Abre el encargo en la app. Antes de confirmar verás si cuesta algo.',
      },
      {
        ask: 'Soy transportista',
        answer:
          'Tus encargos, tus documentos y tus ganancias están en la parte de la app para transportistas. Cada encargo aceptado muestra el teléfono de su cliente.',
      },
    ],
    customers: 'Mis encargos',
    carriers: 'Para transportistas',
  },
}
