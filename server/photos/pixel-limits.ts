import type { PhotoSource } from './decoder-queue.ts'

/** In the order of the byte that goes before an image on its way to the decoder. */
export const sources: readonly PhotoSource[] = ['partner', 'upload']

/** 1 x 1,000,000 passes any limit on the product. */
export const longestSide = 12_000

/**
 * A JPEG is read at a reduced size and costs a quarter second at most. Other formats are read whole: phones never make such
 * large ones, so only a partner's picture may be one. 50 megapixels of AVIF in 2 kB take 950 MB, 16 take 350.
 */
export function mostPixels(source: PhotoSource, format: string): number {
  if (format === 'heif') return 16_000_000
  return source === 'partner' || format === 'jpeg' ? 50_000_000 : 20_000_000
}
