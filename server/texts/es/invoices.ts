import type { InvoiceEventKind, InvoiceItem, InvoiceKind } from '#contract/invoice-vocabulary.ts'
import type { Texts } from '../en/index.ts'
import { euros } from './formats.ts'

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Recibo',
  top_up: 'Recibo de saldo',
  credit_note: 'Abono',
  debit_note: 'Nota de cargo',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Entrega',
  fee: 'Gastos de servicio',
  cancellation_fee: 'Coste de cancelación',
  top_up: 'Saldo en tu monedero',
  refund: 'Reembolso',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Retenido',
  charge: 'Cobrado',
  release: 'Liberado de la retención',
  refund: 'Reembolsado',
  returned: 'Reembolso devuelto por el banco',
}

const instants = new Intl.DateTimeFormat('es-ES', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' })

export const invoices: Texts['invoices'] = {
  kinds,
  items,
  events,
  euros,
  instant: (at) => `${instants.format(at)} UTC`,
  test: 'Esto es una prueba: no se ha movido dinero real.',
  issued: (instant) => `Emitido el ${instant}`,
  corrects: (number) => `De ${number}`,
  seller: 'Vendedor',
  taxNumber: (number) => `Número fiscal ${number}`,
  customer: 'Cliente',
  job: (from, to, reference) => `De ${from} a ${to}, referencia ${reference}`,
  net: 'Base',
  vat: 'IVA',
  vatAt: (percent) => `IVA ${percent} %`,
  gross: 'Importe',
  total: 'Total',
  byCarrier: (item) => `${item} (vende el transportista)`,
  carriersTax: 'Lo que vende el transportista tributa a su cargo, y es él quien te informa de su impuesto.',
  payment: 'Pago',
  decimalSeparator: ',',
  unknown: 'No existe ese recibo.',
}
