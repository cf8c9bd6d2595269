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
  kind: { delivery: 'Entrega', cancellation: 'Compensación' },
  paidOut: 'Transferido',
  notYetPaidOut: 'Aún sin transferir',
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
