import type { Metadata, ResizeOptions } from 'sharp'

/** How a photo becomes smaller: both sides divided by `divisor` while it is decoded, then resized. */
export type Reduction = { divisor: 1 | 2 | 4; resize: ResizeOptions }

/** The longest side of a stored photo in pixels. */
const longest = 1600

/** The decoder drops up to three pixels at the right and at the bottom, which is too much for a narrow image. */
const minSide = 400

/**
 * A JPEG can be decoded at a half or a quarter of its sides, for two thirds of the cost. sharp does so only from three
 * times the wanted size on, and photos of phones are between two and three times. As the decoder rounds the sides, the
 * final size is computed from the size of the whole image.
 *
 * @param header of the image, or null when it must be decoded in full.
 */
export function reductionOf(header: Pick<Metadata, 'format' | 'autoOrient'> | null): Reduction {
  const { width, height } = header?.autoOrient ?? { width: 0, height: 0 }
  const scale = Math.max(width, height) / longest
  if (header?.format !== 'jpeg' || scale < 2 || Math.min(width, height) < minSide) return inFull
  const [shownWidth, shownHeight] = [width / scale, height / scale].map(Math.round)
  return { divisor: scale < 4 ? 2 : 4, resize: { width: shownWidth, height: shownHeight, fit: 'fill' } }
}

const inFull: Reduction = {
  divisor: 1,
  resize: { width: longest, height: longest, fit: 'inside', withoutEnlargement: true },
}
