import type { Picture } from './transcode.ts'

/** Response of the decoder process: width and height (2 bytes each) and the JPEG; empty when it is not an image. */
export function packPicture({ jpeg, width, height }: Picture): Buffer[] {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(width, 0)
  size.writeUInt16BE(height, 2)
  return [size, jpeg]
}

/** @returns null for a frame without a picture. */
export function unpackPicture(frame: Buffer): Picture | null {
  if (frame.length <= 4) return null
  return { width: frame.readUInt16BE(0), height: frame.readUInt16BE(2), jpeg: frame.subarray(4) }
}
