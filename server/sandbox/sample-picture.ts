import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [320, 240]

/** A PNG of one colour, derived from the name to distinguish the photos of a list. */
export function samplePicture(name: string): Buffer {
  // Each row begins with the number of its filter; 0 means no filter.
  const row = Buffer.concat([Buffer.of(0), Buffer.alloc(width * 3, colourOf(name))])
  const rows = Buffer.concat(Array.from({ length: height }, () => row))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function colourOf(name: string): Buffer {
  const colour = Buffer.alloc(4)
  colour.writeUInt32BE(crc32(name))
  return colour.subarray(0, 3)
}

/** 8 bits for each of red, green and blue. */
function header(): Buffer {
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
