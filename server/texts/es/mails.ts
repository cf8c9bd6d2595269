import type { InvoiceKind, SimplifiedKind } from '#contract/invoice-vocabulary.ts'
import type { Texts } from '../en/index.ts'
import { euros } from './formats.ts'

const invoice: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Hemos cobrado ${euros(cents)}. El recibo va adjunto en PDF.`,
  top_up: (cents) => `Has añadido ${euros(cents)} a tu monedero. El recibo va adjunto en PDF.`,
  credit_note: (cents) => `Te devolvemos ${euros(cents)}. La nota de abono va adjunta en PDF.`,
  debit_note: (cents) =>
    `Tu banco ha rechazado una devolución de ${euros(cents)}. La nota de cargo va adjunta en PDF.`,
  statement: (cents) => `Tu resumen del mes va adjunto en PDF. Suma ${euros(cents)}.`,
  self_billing: (cents) => `Tu factura del mes va adjunta en PDF. Suma ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Hemos cobrado ${euros(cents)}. La factura simplificada va adjunta en PDF.`,
  credit_note: (cents) => `Te devolvemos ${euros(cents)}. La factura rectificativa va adjunta en PDF.`,
  debit_note: (cents) =>
    `Tu banco ha rechazado una devolución de ${euros(cents)}. La factura rectificativa va adjunta en PDF.`,
}

export const mails: Texts['mails'] = {
  confirmation: {
    subject: 'Confirma tu correo',
    body: (service) =>
      `Escribe este código en tu cuenta de ${service} para recibir recibos y avisos en este correo. Vale durante una hora.`,
    reason:
      'Alguien ha escrito este correo en una cuenta. Si no has sido tú, no hagas nada: no recibirás más mensajes.',
  },
  invoice,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `Correo de prueba de ${service}`,
    body: 'Esta instalación puede enviar correos a esta dirección.',
    reason: 'Recibes este mensaje porque el operador ha enviado una prueba a esta dirección.',
  },
  test: 'No se ha movido dinero de verdad.',
  openJob: 'Abrir el encargo',
  openApp: 'Abrir la app',
  reason: (service) => `Recibes este mensaje porque es el correo de tu cuenta de ${service}.`,
  off: 'No recibir más correos que no traten de dinero',
  offPage: {
    title: 'Correos',
    lead: 'No recibirás más correos que no traten de dinero. Los recibos, las devoluciones y los problemas con un pago te seguirán llegando.',
    act: 'Desactivarlos',
    doneTitle: 'Desactivados',
    done: 'No recibirás más correos que no traten de dinero. En tu cuenta puedes volver a elegir.',
    account: 'Mi cuenta',
  },
}
