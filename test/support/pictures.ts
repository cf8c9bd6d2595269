import zlib from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export const red = { r: 220, g: 20, b: 20 }
export const redImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })

/** A red image with a blue top left quarter. */
export function markedImage(width: number, height: number): Sharp {
  const blue = { r: 20, g: 20, b: 220 }
  const mark = { create: { width: width / 2, height: height / 2, channels: 3 as const, background: blue } }
  return redImage(width, height)
    .composite([{ input: mark, left: 0, top: 0 }])
    .removeAlpha()
}

export async function colourAt(jpeg: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(jpeg)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [r = 0, g = 0, b = 0] = data
  if (r > 230 && g > 230 && b > 230) return 'white'
  return b > r ? 'blue' : 'red'
}

export const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(data.length)
  named.copy(frame, 4)
  frame.writeUInt32BE(zlib.crc32(named), named.length + 4)
  return frame
}

export const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export function pngHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  return chunk('IHDR', header)
}

/** Black, one bit per pixel. */
export function bitPng(width: number, height: number): Buffer {
  const rows = zlib.deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    pngHead,
    pngHeader(width, height, 1),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A copy of the file with other dimensions in its header. */
export async function jpegWithDimensions(width: number, height: number): Promise<Buffer> {
  const bytes = await redImage(64, 64).jpeg().toBuffer()
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

export async function apng(): Promise<Buffer> {
  const first = await markedImage(40, 40).png().toBuffer()
  const second = await redImage(40, 40).png().toBuffer()
  const control = Buffer.from('0000000200000000', 'hex')
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(40, 4)
    data.writeUInt32BE(40, 8)
    return chunk('fcTL', data)
  }
  const pixels = second.subarray(second.indexOf('IDAT') + 4, second.lastIndexOf('IEND') - 8)
  const header = 8 + 25
  const end = first.lastIndexOf('IEND') - 4
  return Buffer.concat([
    first.subarray(0, header),
    chunk('acTL', control),
    frame(0),
    first.subarray(header, end),
    frame(1),
    chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels])),
    first.subarray(end),
  ])
}
