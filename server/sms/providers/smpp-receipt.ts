import type { Pdu } from 'smpp'
import type { DeliveryReport } from '../provider.ts'

/** Bits 2 to 5 of `esm_class` are the type of a message from the SMS centre (SMPP 3.4, 5.2.12). */
const typeBits = 0x3c
const receiptType = 0x04

/** Whether a message is a delivery receipt, and not a text from a phone. */
export const isReceipt = ({ esm_class = 0 }: Pdu): boolean => (esm_class & typeBits) === receiptType

/**
 * Reads a delivery receipt from its members of protocol 3.4, else from its text
 * (`id:… stat:DELIVRD err:000 text:…`, SMPP 3.4, appendix B).
 *
 * @returns null for a state that is not final, or a receipt that cannot be read.
 */
export function receiptOf(pdu: Pdu): DeliveryReport | null {
  const text = textOf(pdu)
  const messageId = withoutNull(pdu.receipted_message_id ?? '') || (/\bid:([^\s]+)/i.exec(text)?.[1] ?? '')
  const state = states[pdu.message_state ?? 0] ?? /\bstat:([A-Z]{4,7})/i.exec(text)?.[1]?.toUpperCase()
  const delivery = deliveries[state ?? '']
  if (!/^[\x21-\x7e]{1,65}$/.test(messageId) || !delivery) return null
  const code = /\berr:\s*([0-9A-Za-z]{1,8})\b/.exec(text)?.[1]
  const error = delivery === 'delivered' ? null : `smpp: ${state}${code ? `, code ${code}` : ''}`
  return { messageId, delivery, error }
}

/** Some SMS centres end the id with a null character, which C programs need. */
const withoutNull = (text: string): string => text.replace(/\0.*$/s, '')

function textOf({ short_message, message_payload }: Pdu): string {
  const given = [short_message, message_payload].map((body) =>
    Buffer.isBuffer(body) ? body : (body?.message ?? ''),
  )
  return given.map((body) => (Buffer.isBuffer(body) ? body.toString('latin1') : body)).join('')
}

/** The numbers of `message_state` as they are written in texts (SMPP 3.4, 5.2.28). */
const states: Record<number, string> = {
  2: 'DELIVRD',
  3: 'EXPIRED',
  4: 'DELETED',
  5: 'UNDELIV',
  8: 'REJECTD',
}

const deliveries: Partial<Record<string, DeliveryReport['delivery']>> = {
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  UNDELIV: 'undelivered',
  DELETED: 'failed',
  REJECTD: 'failed',
}
