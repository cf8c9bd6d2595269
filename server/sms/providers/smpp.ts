import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Pdu } from 'smpp'
import { type Static, Type } from 'typebox'
import { ProviderError } from '../../lib/provider-error.ts'
import type { OutgoingSms, SmsHeard, SmsProvider, SmsProviderModule } from '../provider.ts'
import { createSmppConnection, type SmppConnection } from './smpp-connection.ts'
import { partsOf, type SmppPart, wholeText } from './smpp-parts.ts'
import { isReceipt, receiptOf } from './smpp-receipt.ts'
import { statusName } from './smpp-session.ts'

const env = Type.Object({
  SMPP_HOST: Type.String({ minLength: 1, format: 'listen-host' }),
  SMPP_PORT: Type.Integer({ minimum: 1, maximum: 65_535, default: 2775 }),
  SMPP_TLS: Type.Enum(['on', 'off'], { type: 'string', default: 'off' }),
  SMPP_SYSTEM_ID: Type.String({ minLength: 1, maxLength: 15 }),
  SMPP_PASSWORD: Type.String({ minLength: 1, maxLength: 64, secret: true }),
  SMPP_SYSTEM_TYPE: Type.String({ maxLength: 12, default: '' }),
  SMPP_FROM: Type.String({ minLength: 1, maxLength: 20 }),
  SMPP_LONG_TEXTS: Type.Enum(['parts', 'payload'], { type: 'string', default: 'parts' }),
  SMPP_WINDOW: Type.Integer({ minimum: 1, maximum: 1_000, default: 10 }),
})
type Settings = Static<typeof env>

/** An SMS centre by SMPP 3.4, over one connection of each process. */
export const smpp: SmsProviderModule<typeof env> = {
  env,
  sender: ({ SMPP_FROM }) => SMPP_FROM,
  connect(settings, { onTrouble = () => {} }) {
    let heard: SmsHeard | null = null
    const connection = createSmppConnection(accountOf(settings), {
      window: settings.SMPP_WINDOW,
      onTrouble,
      async onDeliver(message) {
        if (!isReceipt(message)) return
        const report = receiptOf(message)
        if (!report) return
        if (!heard) throw new Error('reports are not read here')
        await heard.onReport(report)
      },
    })
    const accepted = new LRUCache<string, { messageId: string | null }>({ max: 1_000 })
    return {
      name: 'smpp',
      delivers: true,
      send: createSend(settings, {
        connection,
        onAccepted: (id, messageId) => accepted.set(id, { messageId }),
        onLate(smsId, messageId) {
          accepted.set(smsId, { messageId })
          void heard?.onLateAcceptance({ smsId, messageId }).catch(() => {})
        },
      }),
      // The protocol can ask about ids of the SMS centre only. This process knows the answers that it could not write.
      find: async (id) => accepted.get(id) ?? null,
      listen(given) {
        heard = given
        connection.keepOpen()
        return { stop: connection.stop }
      },
    }
  },
}

const accountOf = (settings: Settings) => ({
  host: settings.SMPP_HOST,
  port: settings.SMPP_PORT,
  isEncrypted: settings.SMPP_TLS === 'on',
  bind: {
    system_id: settings.SMPP_SYSTEM_ID,
    password: settings.SMPP_PASSWORD,
    system_type: settings.SMPP_SYSTEM_TYPE,
  },
})

type Sending = {
  connection: SmppConnection
  /** Called with the id of our row and that of the SMS centre, when it has accepted the whole text. */
  onAccepted: (id: string, messageId: string | null) => void
  /** As `onAccepted`, when the attempt has already ended. */
  onLate: (id: string, messageId: string | null) => void
}

function createSend(settings: Settings, { connection, onAccepted, onLate }: Sending): SmsProvider['send'] {
  // Processes start at different numbers, so that two texts to one phone hardly ever have the same.
  let reference = Math.floor(Math.random() * 256)
  return async (sms, signal) => {
    reference = (reference + 1) % 256
    const parts =
      settings.SMPP_LONG_TEXTS === 'payload' ? [wholeText(sms.body)] : partsOf(sms.body, reference)
    const addresses = addressesOf(sms, settings)
    let messageId: string | null = null
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const submit = () =>
        connection.submit(messageOf(part, { addresses, isLast }), {
          signal,
          onLate: (answer) => isLast && isAccepted(answer) && onLate(sms.id, idOf(answer)),
        })
      const answer = index === 0 ? await submit() : await laterPart(submit, signal)
      if (!isAccepted(answer)) throw refusalOf(answer, index)
      messageId = idOf(answer)
    }
    onAccepted(sms.id, messageId)
    return { messageId }
  }
}

/** Sends a part after others were accepted, which cannot be taken back: waits while the SMS centre is busy. */
async function laterPart(submit: () => Promise<Pdu>, signal: AbortSignal): Promise<Pdu> {
  for (;;) {
    const answer = await submit().catch((error: unknown) => {
      throw sentInPart(error instanceof Error ? error.message.replace(/^smpp: /, '') : 'no answer')
    })
    if (!busy.has(answer.command_status) || signal.aborted) return answer
    await sleep(500)
  }
}

const isAccepted = ({ command_status }: Pdu): boolean => command_status === 0

const idOf = ({ message_id }: Pdu): string | null => message_id || null

const refusalOf = ({ command_status }: Pdu, partsBefore: number): ProviderError =>
  partsBefore > 0
    ? sentInPart(statusName(command_status))
    : new ProviderError('smpp', statusName(command_status), {
        retryable: !final.has(command_status),
        outcome: 'refused',
      })

/** A failed part after an accepted one leaves a phone with half a text, so the outcome of the whole is unknown. */
const sentInPart = (reason: string): ProviderError =>
  new ProviderError('smpp', `sent in part: ${reason}`, { retryable: true, outcome: 'unknown' })

/** ESME_RMSGQFUL and ESME_RTHROTTLED. */
const busy = new Set([0x14, 0x58])

/**
 * Errors of this text or its numbers: length, sender, recipient, and their kinds of number (SMPP 3.4, 5.1.3). All
 * others may pass, also those that an SMS centre defines itself.
 */
const final = new Set([0x01, 0x0a, 0x0b, 0x48, 0x49, 0x50, 0x51])

/**
 * A receipt is asked for the last part only. A phone that has it nearly always has the others, and one row has one
 * message id.
 */
const messageOf = (
  { bytes, dataCoding, hasHeader }: SmppPart,
  { addresses, isLast }: { addresses: object; isLast: boolean },
) => ({
  ...addresses,
  esm_class: hasHeader ? withHeader : 0,
  data_coding: dataCoding,
  registered_delivery: isLast ? 1 : 0,
  // The length of `short_message` is one byte, of which 255 is reserved.
  ...(bytes.length > 254
    ? { short_message: Buffer.alloc(0), message_payload: bytes }
    : { short_message: bytes }),
})

const withHeader = 0x40

function addressesOf({ to, sender }: OutgoingSms, { SMPP_FROM }: Settings) {
  const source = sourceOf(sender ?? SMPP_FROM)
  return {
    ...source,
    dest_addr_ton: international,
    dest_addr_npi: isdn,
    destination_addr: to.replace(/^\+/, ''),
  }
}

function sourceOf(sender: string) {
  if (sender.startsWith('+'))
    return { source_addr_ton: international, source_addr_npi: isdn, source_addr: sender.slice(1) }
  const source_addr_ton = /^\d+$/.test(sender) ? shortCode : alphanumeric
  return { source_addr_ton, source_addr_npi: 0, source_addr: sender }
}

/** Kinds of number (TON) and the numbering plan of telephones (NPI), SMPP 3.4, 5.2.5. */
const international = 1
const shortCode = 3
const alphanumeric = 5
const isdn = 1
