/* oxlint-disable no-control-regex -- These are the bytes of files. */

/** Formats by their first bytes, in latin1, as messages name them. */
const beginnings: [name: string, pattern: RegExp][] = [
  ['JPEG', /^\xff\xd8\xff/],
  ['PNG', /^\x89PNG\r\n/],
  ['GIF', /^GIF8/],
  ['WebP', /^RIFF[^]{4}WEBP/],
  ['AVIF', /^[^]{4}ftyp(?:avif|avis|(?:mif1|msf1)[^]{0,64}avi[fs])/],
  ['HEIC', /^[^]{4}ftyp(?:hei[cmsx]|hev[cmx]|mif1|msf1)/],
  ['MOV', /^[^]{4}ftypqt {2}/],
  ['MP4', /^[^]{4}ftyp/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['BMP', /^BM[^]{4}\0\0\0\0/],
  ['ICO', /^\0\0\x01\0/],
  ['PSD', /^8BPS/],
  ['JPEG XL', /^(?:\xff\x0a|\0\0\0\x0cJXL )/],
  ['JPEG 2000', /^(?:\0\0\0\x0cjP {2}|\xff\x4f\xff\x51)/],
  ['PDF', /^%PDF/],
  ['ZIP', /^PK\x03\x04/],
  ['gzip', /^\x1f\x8b/],
  ['SVG', /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^]{0,500}?)?<svg\b/i],
  ['HTML', /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|title|script|meta)\b/i],
  ['XML', /^(?:\xef\xbb\xbf)?\s*<\?xml/],
  ['JSON', /^(?:\xef\xbb\xbf)?\s*[{[]\s*["{}[\]]/],
]

/** The format of a file by its first bytes, ignoring name and type; null if unknown. */
export function foundFormat(bytes: Buffer): string | null {
  const start = bytes.toString('latin1', 0, 1_024)
  return beginnings.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}

/** The formats that a photo may have. */
export const readFormats: ReadonlySet<string | null> = new Set(['JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'])
