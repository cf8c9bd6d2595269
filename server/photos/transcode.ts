import sharp from 'sharp'
import type { PhotoSource } from './decoder-queue.ts'
import { longestSide, mostPixels } from './pixel-limits.ts'

/** JPEG bytes ready to store, and their size in pixels. */
export type Picture = { jpeg: Buffer; width: number; height: number }

/**
 * Converts an image to an upright sRGB JPEG of at most 1600 x 1600 px, without metadata, on a white background. Uses
 * the first frame of an animation. Runs in the decoder process only: no other process passes untrusted bytes to native
 * code.
 *
 * @throws when the bytes are not a JPEG, PNG, WebP, AVIF or GIF, are truncated, or have too many pixels.
 */
export async function transcode(bytes: Buffer, source: PhotoSource): Promise<Picture> {
  const limitInputPixels = await refuseBySize(bytes, source)
  const { data, info } = await sharp(bytes, { failOn: 'error', limitInputPixels })
    .autoOrient()
    .resize({ width: 1600, height: 1600, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .flatten({ background: '#ffffff' })
    // Optimised coding costs an eighth of the speed and saves only a few per cent of the bytes.
    .jpeg({ quality: 80, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

/**
 * One thread, because two processes decode at a time; no cache, because no two photos are alike; web formats only. HEIC
 * has the same loader as AVIF, but the library has no decoder for HEIC.
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

/**
 * Checks the size in the header, before decoding: a 196-megapixel JPEG of 1 MB would take seconds.
 *
 * @returns the pixel limit for this image.
 * @throws for HEIC and for too many pixels.
 */
async function refuseBySize(bytes: Buffer, source: PhotoSource): Promise<number> {
  const { format, compression, width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (format === 'heif' && compression !== 'av1') throw new Error('HEIC is not read')
  const most = mostPixels(source, format)
  if (width > longestSide || height > longestSide || width * height > most) throw new Error('Too many pixels')
  return most
}
