/** Where a photo comes from: the create request of a partner, or an upload in the app. */
export type PhotoSource = 'partner' | 'upload'

/** Spec part 8: "2 MB per image", read as 2 MiB in favour of the caller. */
export const maxPhotoBytes = 2_097_152

/** Enough for a photo of a phone camera; only a reduced copy is stored (`contract/app/customer.ts`, uploadPhoto). */
export const maxUploadBytes = 8_388_608

/** Limit for each side in pixels: 1 x 1,000,000 would pass a limit on the product. */
export const longestSide = 12_000

/**
 * Limit for width x height. A JPEG is decoded at a reduced size and takes at most a quarter of a second. Other formats
 * are decoded in full size. Phones never produce such large ones, so only partners may send them. An AVIF of 50
 * megapixels in 2 kB takes 950 MB of memory, one of 16 megapixels takes 350 MB.
 */
export function maxPixels(source: PhotoSource, format: string): number {
  if (format === 'heif') return 16_000_000
  return source === 'partner' || format === 'jpeg' ? 50_000_000 : 20_000_000
}

/** An image whose decoding would need too many resources. */
export class TooManyPixels extends Error {}
