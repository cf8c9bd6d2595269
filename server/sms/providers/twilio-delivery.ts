import { createHmac } from 'node:crypto'
import { sameText } from '../../lib/same-text.ts'
import type { DeliveryReader, DeliveryReport, SmsProviderNeeds } from '../provider.ts'

/** URL for Twilio's delivery reports; absent when `baseUrl` is not https. */
export const callbackOf = ({ baseUrl }: SmsProviderNeeds, smsId: string): { StatusCallback?: string } =>
  baseUrl.startsWith('https://') ? { StatusCallback: `${baseUrl}/webhooks/twilio/${smsId}` } : {}

export function twilioDelivery(authToken: string, { baseUrl }: SmsProviderNeeds): DeliveryReader | null {
  if (!baseUrl.startsWith('https://')) return null
  return ({ path, bytes, header }) => {
    const form = new URLSearchParams(bytes.toString('utf8'))
    const expected = signatureOf(authToken, `${baseUrl}${path}`, form)
    return sameText(header('x-twilio-signature') ?? '', expected) ? reportOf(form) : 'unsigned'
  }
}

/** Twilio signs the URL it posts to, followed by every parameter sorted by name. */
function signatureOf(authToken: string, url: string, form: URLSearchParams): string {
  const parameters = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  const text = url + parameters.map(([name, value]) => name + value).join('')
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

function reportOf(form: URLSearchParams): DeliveryReport | null {
  const messageId = form.get('MessageSid')
  const status = form.get('MessageStatus') ?? ''
  const delivery = deliveries[status]
  if (!messageId || !/^\w{1,64}$/.test(messageId) || !delivery) return null
  const code = form.get('ErrorCode') ?? ''
  const error =
    delivery === 'delivered' ? null : `twilio: ${status}${/^\d{1,6}$/.test(code) ? `, code ${code}` : ''}`
  return { messageId, delivery, error }
}

const deliveries: Partial<Record<string, DeliveryReport['delivery']>> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'failed',
}
