import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

/** Blurred noise, which compresses like a photograph, at the best quality within the partners' limit of 2 MB. */
export async function twelveMegapixels(): Promise<Buffer> {
  const [width, height] = [1_000, 750]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const pixels = await noise.blur(2).resize(4_000, 3_000).raw().toBuffer()
  const raw = { width: 4_000, height: 3_000, channels: 3 } as const
  for (let quality = 95; ; quality -= 5) {
    const photo = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer()
    if (photo.length <= 2_000_000) return photo
  }
}
