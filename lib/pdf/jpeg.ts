/** A JPEG with its size in pixels. */
export type Jpeg = { bytes: Buffer; width: number; height: number }

/** The object of a picture: a PDF holds a JPEG as it is. */
export function imageObject({ bytes, width, height }: Jpeg): string {
  const space = components(bytes) === 1 ? 'DeviceGray' : 'DeviceRGB'
  return `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /${space} /BitsPerComponent 8
/Filter /DCTDecode /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`
}

/** The number of colours of a JPEG, from its frame header (SOF); 3 if it has none. */
function components(bytes: Buffer): number {
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return bytes[at + 9] ?? 3
  }
  return 3
}
