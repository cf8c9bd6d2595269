import type { SameTexts } from '../texts.ts'
import type { timelineEn } from './timeline-en.ts'

export const timelineEs: SameTexts<typeof timelineEn> = {
  timeline: 'Qué ha pasado',
  timelineText: 'Cada cambio con su hora. Puedes descargarlo para una disputa; queda registrado.',
  timelineExport: 'Descargar',
  timelineFormats: {
    csv: 'Hoja de cálculo (CSV)',
    json: 'Con el precio (JSON)',
    pdf: 'Para un banco, con las fotos (PDF)',
  },
  lastKnown: 'Último estado conocido: no se registró cuándo ocurrió.',
  kinds: {
    event: 'Encargo',
    notice: 'Aviso',
    text: 'SMS',
    push: 'Notificación',
    payment: 'Pago',
    effect: 'Pasarela de pago',
    dispute: 'Banco',
    block: 'Dinero',
    act: 'Acción',
    note: 'Nota',
  },
  actors: {
    partner: 'empresa',
    customer: 'cliente',
    carrier: 'transportista',
    staff: 'equipo',
    cli: 'línea de comandos',
    system: 'el servicio',
  },
  toWhom: 'para el {{who}}',
}
