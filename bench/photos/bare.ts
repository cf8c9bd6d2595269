import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** sharp alone, two photos at a time: no download, no guard, no other process, no storage. */
const photo = readFileSync(process.env.BENCH_PHOTO ?? '')
sharp.concurrency(1)
sharp.cache(false)
process.on('message', () => void convertAll())
process.send?.({ port: 0 })

async function convertAll(): Promise<void> {
  const queue = Array.from({ length: Number(process.env.BENCH_PHOTOS) }, () => photo)
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await convert(next)
  }
  await Promise.all([worker(), worker()])
  process.send?.('done')
}

const convert = (bytes: Buffer): Promise<Buffer> =>
  sharp(bytes)
    .autoOrient()
    .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer()
