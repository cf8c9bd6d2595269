import { crc32, deflateSync } from 'node:zlib'

/** Red, green and blue, each 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number]

type Size = { width: number; height: number }

/** A PNG of one colour, derived from the name to distinguish the photos of a list. */
export function samplePicture(name: string): Buffer {
  const size = { width: 320, height: 240 }
  const row = Buffer.alloc(size.width * 3, colourOf(name))
  return png(
    size,
    Array.from({ length: size.height }, () => row),
  )
}

/** A PNG whose points are computed. @param colourAt the colour of a point; both coordinates are from 0 to 1. */
export function drawnPicture(size: Size, colourAt: (x: number, y: number) => Colour): Buffer {
  const { width, height } = size
  const rowAt = (y: number) =>
    Buffer.from(Array.from({ length: width }, (_, x) => colourAt(x / width, y / height)).flat())
  return png(
    size,
    Array.from({ length: height }, (_, y) => rowAt(y)),
  )
}

function png(size: Size, rows: readonly Buffer[]): Buffer {
  // Each row begins with the number of its filter; 0 means no filter.
  const filtered = rows.flatMap((row) => [Buffer.of(0), row])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header(size)),
    chunk('IDAT', deflateSync(Buffer.concat(filtered))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourOf(name: string): Buffer {
  const colour = Buffer.alloc(4)
  colour.writeUInt32BE(crc32(name))
  return colour.subarray(0, 3)
}

/** 8 bits for each of red, green and blue. */
function header({ width, height }: Size): Buffer {
  const bytes = Buffer.alloc(13)
  bytes.writeUInt32BE(width, 0)
  bytes.writeUInt32BE(height, 4)
  bytes.set([8, 2], 8)
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const bytes = Buffer.alloc(named.length + 8)
  bytes.writeUInt32BE(data.length)
  bytes.set(named, 4)
  bytes.writeUInt32BE(crc32(named), named.length + 4)
  return bytes
}
