import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of one deflated file, like those of GeoNames. */
export function zipOf(name: string, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content)
  const packed = deflateRawSync(bytes)
  const path = Buffer.from(name)
  const local = Buffer.alloc(30)
  const central = Buffer.alloc(46)
  const end = Buffer.alloc(22)
  local.writeUInt32LE(0x04034b50, 0)
  central.writeUInt32LE(0x02014b50, 0)
  // Version, flags, method, time, date, checksum, sizes and name length are equal in both headers.
  for (const [header, at] of [
    [local, 4],
    [central, 6],
  ] as const) {
    header.writeUInt16LE(20, at)
    header.writeUInt16LE(8, at + 4)
    header.writeUInt32LE(crc32(bytes), at + 10)
    header.writeUInt32LE(packed.length, at + 14)
    header.writeUInt32LE(bytes.length, at + 18)
    header.writeUInt16LE(path.length, at + 22)
  }
  const offset = local.length + path.length + packed.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + path.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([local, path, packed, central, path, end])
}
