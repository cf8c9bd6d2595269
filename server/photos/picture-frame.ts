import type { PhotoSource } from './limits.ts'
import { TooManyPixels } from './limits.ts'
import type { Unread } from './photo-fault.ts'
import type { Picture } from './transcode.ts'

/** The request to the decoder: the length of the image in its input file, and its source. */
type ImageRequest = { bytes: number; source: PhotoSource }

export const imageRequestBytes = 5

/** Request to the decoder process: the source (1 byte, an index into `sources`) and the length (4 bytes). */
export function packRequest({ bytes, source }: ImageRequest): Buffer {
  const frame = Buffer.alloc(imageRequestBytes)
  frame.writeUInt8(sources.indexOf(source), 0)
  frame.writeUInt32BE(bytes, 1)
  return frame
}

export const unpackRequest = (frame: Buffer): ImageRequest => ({
  source: sources[frame.readUInt8(0)] ?? 'upload',
  bytes: frame.readUInt32BE(1),
})

const sources: readonly PhotoSource[] = ['partner', 'upload']

/** Response of the decoder process: width and height (2 bytes each) and the JPEG. */
export function packPicture({ jpeg, width, height }: Picture): Buffer[] {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(width, 0)
  size.writeUInt16BE(height, 2)
  return [size, jpeg]
}

/** Response of the decoder process for an unreadable image: 1 byte, an index into `unread`. */
export const packUnread = (error: unknown): Buffer[] => [
  Buffer.of(unread.indexOf(error instanceof TooManyPixels ? 'pixels' : 'damaged')),
]

const unread: readonly Unread[] = ['damaged', 'pixels']

export function unpackPicture(frame: Buffer): Picture | Unread {
  if (frame.length <= 4) return unread[frame[0] ?? 0] ?? 'damaged'
  return { width: frame.readUInt16BE(0), height: frame.readUInt16BE(2), jpeg: frame.subarray(4) }
}

/** A JPEG of one pixel: the first image of every decoder, to load sharp's lazy modules. */
export const firstImage = Buffer.from(
  `/9j/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf////////////////////
  //////////////////////////////////////////////////////////////////wgARCAABAAEDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/x
  AAUAQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIQAxAAAACgP//EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAA
  AD/2gAIAQIBAT8Af//EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQMBAT8Af//Z`,
  'base64',
)
