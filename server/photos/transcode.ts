import sharp from 'sharp'
import type { PhotoSource } from './decoder-queue.ts'
import { longestSide, mostPixels } from './pixel-limits.ts'

/** JPEG bytes ready to store, and their size in pixels. */
export type Picture = { jpeg: Buffer; width: number; height: number }

/**
 * Any accepted image as an upright sRGB JPEG of at most 1600 px, without metadata, transparency laid on white; of an
 * animation, the first frame. Runs in the decoder process only: no other process hands hostile bytes to native code.
 *
 * @throws when the bytes are no JPEG, PNG, WebP, AVIF or GIF, are cut short, or hold too many pixels.
 */
export async function transcode(bytes: Buffer, source: PhotoSource): Promise<Picture> {
  const limitInputPixels = await refuseBySize(bytes, source)
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels })
    .autoOrient()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .flatten({ background: '#ffffff' })
    // Optimised coding costs an eighth of the speed for a few per cent of the bytes.
    .jpeg({ quality: 80, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

/**
 * One thread, since two processes decode at a time; no cache, since no two photos are alike; and the formats of the web
 * only. HEIC shares the loader of AVIF, and the library holds no decoder for it.
 */
export function prepareSharp(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
      'VipsForeignLoadNsgifBuffer',
      'VipsForeignLoadHeifBuffer',
    ],
  })
}

/** From the header alone: a 196-megapixel JPEG of 1 MB would cost seconds. @returns the limit that holds for it. */
async function refuseBySize(bytes: Buffer, source: PhotoSource): Promise<number> {
  const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (format === 'heif' && compression !== 'av1') throw new Error('HEIC is not read')
  const most = mostPixels(source, format)
  if (width > longestSide || height > longestSide || width * height > most) throw new Error('Too many pixels')
  return most
}
