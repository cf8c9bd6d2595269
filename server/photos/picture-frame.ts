import type { Picture } from './transcode.ts'

/** What the decoder process answers: the picture's width and height (2 bytes each) and its JPEG; empty for "no". */
export function packPicture({ jpeg, width, height }: Picture): Buffer[] {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(width, 0)
  size.writeUInt16BE(height, 2)
  return [size, jpeg]
}

/** @returns null for a frame that holds no picture. */
export function unpackPicture(frame: Buffer): Picture | null {
  if (frame.length <= 4) return null
  return { width: frame.readUInt16BE(0), height: frame.readUInt16BE(2), jpeg: frame.subarray(4) }
}
