import type {
  InvoiceEventKind,
  InvoiceItem,
  InvoiceKind,
  SimplifiedKind,
  StatementGap,
  StatementLineKind,
} from '#contract/invoice-vocabulary.ts'
import type { Texts } from '../en/index.ts'
import { dates, euros } from './formats.ts'

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Recibo',
  top_up: 'Recibo de saldo',
  credit_note: 'Abono',
  debit_note: 'Nota de cargo',
  statement: 'Liquidación mensual',
  self_billing: 'Factura',
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Factura simplificada',
  credit_note: 'Factura rectificativa',
  debit_note: 'Factura rectificativa',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Entrega',
  fee: 'Gastos de servicio',
  cancellation_fee: 'Coste de cancelación',
  tip: 'Propina',
  top_up: 'Saldo en tu monedero',
  refund: 'Reembolso',
  correction: 'Corrección',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Retenido',
  charge: 'Cobrado',
  release: 'Liberado de la retención',
  refund: 'Reembolsado',
  returned: 'Reembolso devuelto por el banco',
}

const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Entregas',
  cancellation_fee: 'Compensación por cancelaciones',
  tip: 'Propinas',
  refund: 'Tu parte de reembolsos',
  correction: 'Correcciones',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Entrega',
  cancellation: 'Compensación',
  tip: 'Propina',
  refund: 'Tu parte de un reembolso',
  payout: 'Pago',
  correction: 'Corrección',
}

const missing: Record<StatementGap, string> = {
  tax_data: 'Faltan tus datos fiscales. Añádelos en tu cuenta: constarán en la próxima liquidación.',
  agreement:
    'No es una factura, porque no nos has autorizado a emitir tus facturas. Puedes hacerlo en tu cuenta.',
}

export const invoices: Texts['invoices'] = {
  kinds,
  simplified,
  items,
  events,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'Esto es una prueba: no se ha movido dinero real.',
  issued: (instant) => `Fecha de emisión: ${instant}`,
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
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Transportista',
    issuer: 'Emite',
    supplier: 'Proveedor',
    writer: 'Cliente',
    selfBilling:
      'Facturación por el destinatario: el cliente emite esta factura en nombre y por cuenta del proveedor.',
    correction: 'Rectificación: las devoluciones de este mes reducen lo facturado en meses anteriores.',
    opening: 'Se te debía antes',
    closing: 'Se te debe después',
    account: 'Movimientos',
    job: (from, to, reference) => `De ${from} a ${to}, ${reference}`,
  },
}
