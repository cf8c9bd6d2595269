import type { SameTexts } from '../texts.ts'
import type { en } from './en.ts'

export const es: SameTexts<typeof en> = {
  title: 'Recibos',
  none: 'Aún no hay recibos.',
  kinds: {
    receipt: 'Recibo',
    top_up: 'Recibo de saldo',
    credit_note: 'Abono',
    debit_note: 'Nota de cargo',
  },
  simplified: {
    receipt: 'Factura simplificada',
    credit_note: 'Factura rectificativa',
    debit_note: 'Factura rectificativa',
  },
  test: 'Una prueba: no se ha movido dinero real.',
  date: 'Fecha',
  corrects: 'De',
  seller: 'Vendedor',
  taxNumber: 'Número fiscal',
  address: 'Dirección',
  items: {
    platform: {
      delivery: 'Entrega',
      correction: 'Corrección',
      fee: 'Gastos de servicio',
      cancellation_fee: 'Coste de cancelación',
      tip: 'Propina',
      top_up: 'Saldo en tu monedero',
      refund: 'Reembolso',
    },
    carrier: {
      delivery: 'Entrega, vendida por el transportista',
      correction: 'Corrección',
      fee: 'Gastos de servicio',
      cancellation_fee: 'Coste de cancelación, para el transportista',
      tip: 'Propina, para el transportista',
      top_up: 'Saldo en tu monedero',
      refund: 'Reembolso de lo que vendió el transportista',
    },
  },
  vat: 'IVA {{percent}}',
  vatOf: '{{vat}} de {{net}}',
  carriersTax: 'Lo que vende el transportista tributa a su cargo, y es él quien te informa de su impuesto.',
  events: {
    hold: 'Retenido {{when}}',
    charge: 'Cobrado {{when}}',
    release: 'Liberado {{when}}',
    refund: 'Reembolsado {{when}}',
    returned: 'Reembolso devuelto por el banco {{when}}',
  },
  file: 'Descargar {{number}} (PDF)',
}
