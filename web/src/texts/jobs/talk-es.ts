import type { SameTexts } from '../texts.ts'
import type { talkEn } from './talk-en.ts'

export const talkEs: SameTexts<typeof talkEn> = {
  title: 'Mensajes',
  text: 'Cada parte te escribe solo a ti. Ven tus respuestas como de la empresa.',
  none: 'Aún no hay mensajes.',
  threads: { customer: 'Cliente y tú', carrier: 'Transportista y tú' },
  former: '{{name}} y tú',
  erased: 'Un transportista borrado',
  about: 'sobre {{name}}',
  answer: { customer: 'Respuesta al cliente', carrier: 'Respuesta al transportista' },
  send: 'Enviar respuesta',
  done: 'Enviado',
  waits: 'espera respuesta',
  reported: 'avisado: {{kind}}',
  reportKinds: { rude: 'grosero', outside_payment: 'pago por fuera', other: 'otra cosa' },
  photo: 'Foto del mensaje',
  together: 'Cliente y transportista',
  count_one: 'Se han enviado {{count}} mensaje.',
  count_other: 'Se han enviado {{count}} mensajes.',
  read: 'Leer sus mensajes',
  readNote: 'El registro de auditoría anota que los lees.',
  closed:
    'Solo se puede leer mientras un aviso espera una decisión, o se habla de un mensaje avisado, y solo con el transportista del que se trata.',
  empty: 'No se han escrito.',
}
