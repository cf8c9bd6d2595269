import { crc32, inflateRawSync } from 'node:zlib'
import { OperatorError } from '../../lib/operator-error.ts'

/** The bytes are not a valid or supported zip file. */
export class ZipError extends OperatorError {}

const endSignature = 0x06054b50
const centralSignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const longestComment = 65_535

/**
 * Extracts one file of a zip archive by its exact name (PKWARE APPNOTE 6.3). Sizes and the checksum come from the
 * central directory, because the local header may omit them. Supports stored and deflated entries; rejects encryption
 * and ZIP64.
 *
 * @throws ZipError when the archive is damaged, has no such file, or the file is larger than `maxBytes`.
 */
export function unzip(zip: Buffer, name: string, maxBytes: number): Buffer {
  try {
    return readEntry(zip, findEntry(zip, name), maxBytes)
  } catch (error) {
    // An offset beyond the end: the archive is truncated, or not a zip file.
    if (error instanceof RangeError) throw new ZipError('the zip file is damaged')
    throw error
  }
}

type Entry = { method: number; crc: number; packedBytes: number; bytes: number; offset: number }

function findEntry(zip: Buffer, name: string): Entry {
  const end = findEnd(zip)
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  if (count === 0xffff || at === 0xffffffff)
    throw new ZipError('the zip file is of a kind (ZIP64) we do not read')
  for (let i = 0; i < count; i++) {
    if (zip.readUInt32LE(at) !== centralSignature) throw new ZipError('the zip file is damaged')
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number]
    if (zip.toString('utf8', at + 46, at + 46 + nameBytes) === name) return entryAt(zip, at)
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  throw new ZipError(`the zip file holds no ${name}`)
}

/** The end record is followed by a comment of unknown length, which must end exactly at the end of the file. */
function findEnd(zip: Buffer): number {
  for (let at = zip.length - endBytes; at >= Math.max(0, zip.length - endBytes - longestComment); at--) {
    const isEnd = zip.readUInt32LE(at) === endSignature
    if (isEnd && at + endBytes + zip.readUInt16LE(at + 20) === zip.length) return at
  }
  throw new ZipError('the file is not a zip file, or was cut off')
}

function entryAt(zip: Buffer, at: number): Entry {
  const isEncrypted = (zip.readUInt16LE(at + 8) & 1) === 1
  if (isEncrypted) throw new ZipError('the zip file is encrypted')
  return {
    method: zip.readUInt16LE(at + 10),
    crc: zip.readUInt32LE(at + 16),
    packedBytes: zip.readUInt32LE(at + 20),
    bytes: zip.readUInt32LE(at + 24),
    offset: zip.readUInt32LE(at + 42),
  }
}

function readEntry(
  zip: Buffer,
  { method, crc, packedBytes, bytes, offset }: Entry,
  maxBytes: number,
): Buffer {
  if (zip.readUInt32LE(offset) !== localSignature) throw new ZipError('the zip file is damaged')
  if (bytes > maxBytes) throw new ZipError(`the file in the zip file is larger than ${maxBytes} bytes`)
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
  if (start + packedBytes > zip.length) throw new ZipError('the zip file is damaged')
  const content = unpack(zip.subarray(start, start + packedBytes), method, bytes)
  if (content.length !== bytes || crc32(content) !== crc)
    throw new ZipError('the zip file is damaged (checksum)')
  return content
}

function unpack(packed: Buffer, method: number, bytes: number): Buffer {
  if (method === 0) return packed
  if (method !== 8) throw new ZipError(`the zip file is packed in a way (${method}) we do not read`)
  try {
    // Limit the output to the size in the directory, so a zip bomb is rejected before it fills the memory.
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) })
  } catch {
    throw new ZipError('the zip file is damaged')
  }
}
