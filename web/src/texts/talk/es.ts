import type { en } from './en.ts'

export const es: typeof en = {
  title: 'Mensajes',
  with: { customer: 'Escribir a {{name}}', carrier: 'Escribir a {{name}}' },
  unnamed: {
    customer: {
      with: 'Escribir a tu transportista',
      empty: 'Aquí puedes escribir a tu transportista y enviar fotos.',
      privacy: 'Tu transportista no ve esto.',
    },
    carrier: {
      with: 'Escribir al cliente',
      empty: 'Aquí puedes escribir al cliente y enviar fotos.',
      privacy: 'El cliente no ve esto.',
    },
  },
  names: { customer: 'Transportista', carrier: 'Cliente' },
  team: 'Nuestro equipo',
  withTeam: 'Escribir a nuestro equipo',
  readTeam: 'Lo que escribió nuestro equipo',
  heading: { together: '{{name}}', operator: 'Nuestro equipo' },
  log: 'Mensajes',
  empty: {
    together: 'Aquí puedes escribir a {{name}} y enviar fotos.',
    operator: 'Escribe aquí sobre el aviso. Nuestro equipo responde en esta conversación.',
  },
  privacy: {
    together:
      'Solo lo leéis vosotros dos. Si alguien avisa de un problema o de un mensaje, nuestro equipo puede leerlo hasta que quede resuelto.',
    operator: '{{name}} no ve esto.',
  },
  absent: 'Los mensajes se verán cuando vuelvas a tener conexión.',
  older: 'Ver mensajes anteriores',
  you: 'Tú',
  says: '{{name}}:',
  photo: 'Foto, {{when}}',
  ownPhoto: 'Tu foto',
  photoGone: 'La foto se ha eliminado.',
  state: {
    sent: 'enviado',
    read: 'leído',
    sending: 'enviando…',
    waiting: 'espera conexión',
    failed: 'no enviado',
  },
  retry: 'Reintentar',
  discard: 'Eliminar',
  field: 'Tu mensaje',
  send: 'Enviar',
  addPhoto: 'Enviar una foto',
  report: {
    open: 'Avisar de este mensaje',
    lead: 'Nuestro equipo leerá esta conversación y te responderá. La otra persona no se entera.',
    what: '¿Qué tiene de malo?',
    kinds: {
      rude: 'Es grosero o amenazante',
      outside_payment: 'Pide pagar fuera de la app',
      other: 'Otra cosa',
    },
    missing: 'Elige una opción.',
    act: 'Enviar aviso',
    back: 'Volver',
    done: 'Gracias. Nuestro equipo lo revisa y te responde aquí.',
    later: 'No hay conexión. Enviaremos tu aviso en cuanto la haya.',
    reported: 'Has avisado de este mensaje.',
  },
  closed: {
    together: 'Esta conversación ha terminado.',
    operator: 'Esta conversación con nuestro equipo está cerrada.',
  },
  ends: 'Puedes leer y escribir aquí hasta el {{when}}.',
  offline: 'No tienes conexión. Lo que escribas se guarda en este dispositivo y se envía después.',
}
