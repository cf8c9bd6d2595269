import { createHmac } from 'node:crypto'
import { sameText } from '../../lib/same-text.ts'
import type { DeliveryReader, DeliveryReport, SmsProviderNeeds } from '../provider.ts'
import { fieldOf } from './http-answers.ts'

type CallbackSettings = {
  SINCH_API_TOKEN: string
  SINCH_CALLBACK_USER?: string
  SINCH_CALLBACK_PASSWORD?: string
}

/**
 * Where Sinch posts the final report; absent when `baseUrl` is not https. Sinch signs its requests only after its
 * account manager has set that up, so the address itself holds a proof, which cannot be made without the API token.
 */
export const callbackOf = (
  { SINCH_API_TOKEN }: CallbackSettings,
  { baseUrl, id }: { baseUrl: string; id: string },
): { delivery_report?: 'summary'; callback_url?: string } =>
  baseUrl.startsWith('https://')
    ? {
        delivery_report: 'summary',
        callback_url: `${baseUrl}/webhooks/sinch/${id}?proof=${proofOf(SINCH_API_TOKEN, id)}`,
      }
    : {}

export function sinchDelivery(
  settings: CallbackSettings,
  { baseUrl }: SmsProviderNeeds,
): DeliveryReader | null {
  if (!baseUrl.startsWith('https://')) return null
  const credentials = basicOf(settings)
  return ({ path, bytes, header }) => {
    const { pathname, searchParams } = new URL(path, baseUrl)
    const id = pathname.slice(pathname.lastIndexOf('/') + 1)
    if (!sameText(searchParams.get('proof') ?? '', proofOf(settings.SINCH_API_TOKEN, id))) return 'unsigned'
    if (credentials !== null && !sameText(header('authorization') ?? '', credentials)) return 'unsigned'
    return reportOf(bytes)
  }
}

/** Bound to one row: who learns it can report on that text only. */
const proofOf = (token: string, id: string): string =>
  createHmac('sha256', token).update(`delivery report of ${id}`).digest('base64url')

const basicOf = ({
  SINCH_CALLBACK_USER: user,
  SINCH_CALLBACK_PASSWORD: password,
}: CallbackSettings): string | null =>
  user === undefined ? null : `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function reportOf(bytes: Buffer): DeliveryReport | null {
  const answer = parsed(bytes)
  const messageId = fieldOf(answer, 'batch_id')
  if (typeof messageId !== 'string' || !/^\w{1,64}$/.test(messageId)) return null
  const statuses = fieldOf(answer, 'statuses')
  const [entry] = Array.isArray(statuses) ? statuses : []
  const status = fieldOf(entry, 'status')
  const delivery = typeof status === 'string' ? deliveries[status.toLowerCase()] : undefined
  if (!delivery) return null
  const code = fieldOf(entry, 'code')
  const error =
    delivery === 'delivered'
      ? null
      : `sinch: ${String(status).toLowerCase()}${typeof code === 'number' ? `, code ${code}` : ''}`
  return { messageId, delivery, error }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/** `unknown`, `queued` and `dispatched` say nothing about the delivery. */
const deliveries: Partial<Record<string, DeliveryReport['delivery']>> = {
  delivered: 'delivered',
  failed: 'undelivered',
  expired: 'undelivered',
  rejected: 'failed',
  aborted: 'failed',
  cancelled: 'failed',
  deleted: 'failed',
}
