import { gsmBytes } from '../gsm.ts'

/** One message of the protocol: its bytes, how they are coded, and whether they begin with a header (UDH). */
export type SmppPart = {
  /** 0: the default alphabet of the SMS centre, which is GSM with one character in each byte; 8: UCS-2. */
  dataCoding: 0 | 8
  hasHeader: boolean
  bytes: Buffer
}

/**
 * Splits a text into messages of at most 140 bytes on the air, which phones join. An escaped GSM character or a
 * surrogate pair is not split.
 *
 * @param reference from 0 to 255, different from the last texts to the same phone.
 */
export function partsOf(text: string, reference: number): SmppPart[] {
  const whole = wholeText(text)
  const { dataCoding } = whole
  const [max, maxOfPart] = dataCoding === 0 ? [160, 153] : [140, 134]
  if (whole.bytes.length <= max) return [whole]
  const bodies = cut(characters(text, dataCoding), maxOfPart)
  // 05: length of the header; 00 03: concatenated messages, three bytes follow (3GPP TS 23.040, 9.2.3.24.1).
  return bodies.map((body, index) => ({
    dataCoding,
    hasHeader: true,
    bytes: Buffer.concat([Buffer.from([5, 0, 3, reference, bodies.length, index + 1]), body]),
  }))
}

/** The text as one message, which the SMS centre splits if it is long. */
export function wholeText(text: string): SmppPart {
  const gsm = gsmBytes(text)
  return { dataCoding: gsm ? 0 : 8, hasHeader: false, bytes: gsm ?? ucs2Bytes(text) }
}

function cut(pieces: readonly Buffer[], max: number): Buffer[] {
  const parts: Buffer[][] = [[]]
  let length = 0
  for (const piece of pieces) {
    if (length + piece.length > max) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(piece)
    length += piece.length
  }
  return parts.map((part) => Buffer.concat(part))
}

const characters = (text: string, dataCoding: 0 | 8): Buffer[] =>
  Array.from(text, (character) => (dataCoding === 0 ? gsmBytes(character) : null) ?? ucs2Bytes(character))

const ucs2Bytes = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
