/** Why a photo is refused. Each follows the name of the field. */
export const photos = {
  unreachable: 'could not be downloaded: its URL must be public and answer with the image itself',
  tooLarge: 'is larger than 2 MB',
  noImage: 'is not an image; send JPEG, PNG, WebP, AVIF or GIF',
  format: (found: string) => `is ${found}; send JPEG, PNG, WebP, AVIF or GIF`,
  pixels: (found: string) =>
    `is ${found}, but with too many pixels; at most 12,000 for each side and 50 megapixels in all, 16 for AVIF`,
  damaged: (found: string) => `is ${found}, but damaged or not complete`,
}
