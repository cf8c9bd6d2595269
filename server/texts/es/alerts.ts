import type { TodayKind } from '#contract/vocabulary.ts'
import type { Texts } from '../en/index.ts'

const kinds: Record<TodayKind, string> = {
  tasks_stopped: 'El trabajo en segundo plano se ha parado',
  hold_ends: 'Caduca una retención',
  job_hidden: 'Encargo sin retención',
  collection_overdue: 'No se ha recogido a tiempo',
  capture_stuck: 'Cobro atascado',
  refund_stuck: 'Reembolso atascado',
  payout_stuck: 'Pago a transportista atascado',
  job_owed: 'Sin pagar',
  sms_failed: 'El enlace no llegó',
  draft_expires: 'Caduca un borrador',
  address_coarse: 'Dirección imprecisa',
  carrier_waiting: 'Transportista por aprobar',
  message_waiting: 'Un mensaje espera respuesta',
  problem_open: 'Problema comunicado',
  trip_contested: 'Transportista y cliente no están de acuerdo',
  delivery_doubted: 'Entrega demasiado pronto',
  dispute_open: 'Disputa',
  ledger_unbalanced: 'Las cuentas no cuadran',
  ledger_unchecked: 'Cuentas sin comprobar',
  reconciliation_differs: 'Los libros y la pasarela no coinciden',
  reconciliation_failed: 'Día sin conciliar',
  closing_differs: 'Ha cambiado un mes cerrado',
  partner_near_limit: 'Empresa cerca de su límite',
  partner_errors: 'Más errores de una empresa',
  provider_failing: 'Falla un proveedor',
  document_waiting: 'Documento por revisar',
  document_expires: 'Caduca un documento',
  sign_in_refused: 'Intentos de entrar como un miembro',
  pushes_refused: 'Un servicio de avisos lo rechaza todo',
}

const listed = (entries: readonly { kind: string; count: number }[]): string =>
  entries.map(({ kind, count }) => `${kinds[kind as TodayKind] ?? kind} (${count})`).join(', ')

export const alerts: Texts['alerts'] = {
  listed,
  begun: {
    subject: (count) =>
      count === 1 ? 'Hoy: una entrada ya cuesta algo' : `Hoy: ${count} entradas ya cuestan algo`,
    body: (count, kinds) =>
      count === 1
        ? `Una entrada de Hoy ha empezado a costar algo: ${kinds}.`
        : `${count} entradas de Hoy han empezado a costar algo: ${kinds}.`,
  },
  ended: {
    subject: (count) =>
      count === 1 ? 'Hoy: una entrada ha terminado' : `Hoy: ${count} entradas han terminado`,
    body: (count, kinds) =>
      count === 1
        ? `Ha terminado una entrada de Hoy de la que te avisamos: ${kinds}.`
        : `Han terminado ${count} entradas de Hoy de las que te avisamos: ${kinds}.`,
  },
  test: { subject: () => 'Aviso de prueba', body: () => 'Los avisos te llegan aquí.' },
  open: 'Abrir Hoy',
  reason: 'Recibes este mensaje porque ALERT_MAIL contiene esta dirección.',
  memberReason: 'Recibes este mensaje porque elegiste avisos en tu cuenta del panel.',
  choose: 'Elegir mis avisos',
  confirmation: {
    subject: 'Confirma tu correo',
    body: (service) =>
      `Escribe este código en tu cuenta del panel de ${service} para recibir avisos en este correo. Vale durante una hora.`,
    reason:
      'Alguien ha escrito este correo en una cuenta. Si no has sido tú, no hagas nada: no recibirás más mensajes.',
  },
}
