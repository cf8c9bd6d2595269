import type { SameTexts } from '../../texts.ts'
import type { earnings as en } from './en.ts'

export const earnings: SameTexts<typeof en> = {
  expected: 'Previsto',
  expectedHelp: 'de encargos aceptados',
  owed: 'Por transferir',
  owedHelp: 'ganado, aún sin transferir',
  paid: 'Transferido',
  paidHelp: 'a tu cuenta, desde el principio',
  month: 'Mes',
  total: 'Ganado en {{month}}',
  entries: 'Extracto',
  none: 'En este mes no hay ganancias.',
  kind: {
    delivery: 'Entrega',
    cancellation: 'Compensación',
    tip: 'Propina',
    refund: 'Parte de un reembolso',
  },
  paidOut: 'Transferido',
  paidOutOn: 'Transferido el {{day}}',
  rule: 'Lo que ganas se transfiere a tu cuenta de cobro justo después de la entrega, cuando se cobra al cliente. Tu banco puede tardar unos días más.',
  noAccount:
    'Lo que ganas se transfiere en cuanto configures tus cobros y, desde entonces, justo después de cada entrega.',
  notYetPaidOut: 'Aún sin transferir',
  keptBack: 'Se descontará de tu próximo pago: {{amount}}, tu parte de reembolsos.',
  isKeptBack: 'Se descuenta de tus ingresos',
  csv: 'Descargar CSV',
  print: 'Imprimir',
  column: {
    date: 'Fecha ({{zone}})',
    job: 'Encargo',
    title: 'Título',
    kind: 'Tipo',
    euros: 'Importe (EUR)',
    state: 'Estado',
  },
  zone: 'Fechas y meses en hora local ({{zone}}).',
}
