/** The part of `smpp` that we use; the package has no types. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { TlsOptions } from 'node:tls'

  /** A protocol unit. Errors have no body, so every other member may be missing. */
  export type Pdu = {
    command: string
    command_status: number
    sequence_number: number
    system_id?: string
    password?: string
    interface_version?: number
    message_id?: string
    esm_class?: number
    data_coding?: number
    registered_delivery?: number
    source_addr?: string
    source_addr_ton?: number
    destination_addr?: string
    destination_addr_ton?: number
    short_message?: { message?: string | Buffer; udh?: Buffer[] } | Buffer
    message_payload?: { message?: string | Buffer } | Buffer
    receipted_message_id?: string
    message_state?: number
    response(fields?: object): Pdu
  }

  type OnAnswer = (answer: Pdu) => void

  export class Session extends EventEmitter {
    /** False when the connection no longer takes data. */
    send(pdu: Pdu, onAnswer?: OnAnswer): boolean
    bind_transceiver(fields: object, onAnswer: OnAnswer): boolean
    submit_sm(fields: object, onAnswer: OnAnswer): boolean
    deliver_sm(fields: object, onAnswer?: OnAnswer): boolean
    enquire_link(onAnswer: OnAnswer): boolean
    unbind(onAnswer: OnAnswer): boolean
    destroy(): void
    socket: import('node:net').Socket
    /** The number of the last request. */
    sequence: number
    /** By the number of the request. An entry is deleted when its answer arrives. */
    _callbacks: Record<number, OnAnswer>
  }

  type Smpp = {
    connect(options: { host: string; port: number; tls: boolean; servername?: string }): Session
    createServer(options: TlsOptions, onSession: (session: Session) => void): import('node:net').Server
    encodings: Record<'ASCII' | 'UCS2', { encode(text: string): Buffer; decode(bytes: Buffer): string }>
  }
  const smpp: Smpp
  export default smpp
}
