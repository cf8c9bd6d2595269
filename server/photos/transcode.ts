import sharp, { type Metadata, type ResizeOptions, type Sharp } from 'sharp'
import type { PhotoSource } from './limits.ts'
import { longestSide, maxPixels, TooManyPixels } from './limits.ts'
import { reductionOf } from './reduction.ts'

/** JPEG bytes ready to store, and their size in pixels. */
export type Picture = { jpeg: Buffer; width: number; height: number }

/** `file`: the path of a file with the same bytes, or null. A JPEG is decoded at a reduced size from a file only. */
export type Image = { bytes: Buffer; file: string | null; source: PhotoSource }

/**
 * Converts an image to an upright sRGB JPEG of at most 1600 x 1600 px, without metadata, on a white background. Uses
 * the first frame of an animation. Runs in the decoder process only: no other process passes untrusted bytes to native
 * code.
 *
 * @throws {TooManyPixels}. Another error when the bytes are not a JPEG, PNG, WebP, AVIF or GIF, or are truncated.
 */
export async function transcode({ bytes, file, source }: Image): Promise<Picture> {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata()
  const limitInputPixels = refuseBySize(header, source)
  const { divisor, resize } = reductionOf(file === null ? null : header)
  const input = divisor > 1 ? `${file}[shrink=${divisor}]` : bytes
  try {
    return await converted(sharp(input, { failOn: 'error', limitInputPixels }), resize)
  } catch (error) {
    if (header.format !== 'jpeg') throw error
    // Browsers show a JPEG without its end mark. If more is missing, decoding it warns.
    const complete = sharp(Buffer.concat([bytes, endOfJpeg]), { failOn: 'warning', limitInputPixels })
    return await converted(complete, reductionOf(null).resize)
  }
}

const endOfJpeg = Buffer.from([0xff, 0xd9])

async function converted(image: Sharp, resize: ResizeOptions): Promise<Picture> {
  const { data, info } = await image
    .autoOrient()
    .resize({ ...resize, kernel: 'linear' })
    .flatten({ background: '#ffffff' })
    // Optimised coding costs an eighth of the speed and saves only a few per cent of the bytes.
    .jpeg({ quality: 80, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { jpeg: data, width: info.width, height: info.height }
}

/** Whether sharp can open a file by its path and read a JPEG in it. */
export const isJpegFile = async (file: string): Promise<boolean> =>
  (await sharp(file).metadata()).format === 'jpeg'

/**
 * One thread, because there are as many processes as cores; no cache, because photos rarely repeat; web formats only.
 * HEIC has the same loader as AVIF, but the library has no decoder for HEIC.
 */
export function prepareSharp(): void {
  sharp.concurrency(1)
  sharp.cache(false)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadJpegFile',
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
function refuseBySize({ format, compression, width, height }: Metadata, source: PhotoSource): number {
  if (format === 'heif' && compression !== 'av1') throw new Error('HEIC is not read')
  const most = maxPixels(source, format)
  if (width > longestSide || height > longestSide || width * height > most) throw new TooManyPixels()
  return most
}
