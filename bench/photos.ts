import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { createPhotoDecoder } from '../server/photos/decoder.ts'
import { createPhotoIngest } from '../server/photos/ingest.ts'
import { storageProviders } from '../server/photos/storage/index.ts'
import type { TestDatabase } from '../test/support/database.ts'
import { median } from './support/measure.ts'
import type { Result } from './support/result.ts'

const perCall = 10
const rounds = 5

/** Ten 12-megapixel photos: download, decode in a separate process, store. Compared with sharp alone, two at a time. */
export async function run({ pool }: TestDatabase): Promise<Result[]> {
  const photo = await twelveMegapixels()
  const host = createServer((_request, response) =>
    response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo),
  )
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done))
  const { port } = host.address() as AddressInfo
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dray-bench-'))
  const decoder = createPhotoDecoder({ processes: 2 })
  const storage = storageProviders.disk.connect({}, { dataDir })
  const ingest = createPhotoIngest({ guard: { allowed: [`127.0.0.1:${port}`] }, decoder, storage, pool })
  const urls = Array.from({ length: perCall }, (_, index) => `http://127.0.0.1:${port}/${index}.jpg`)
  const ours = async () => {
    const result = await ingest(urls)
    if (!result.ok) throw new Error('the photos were refused')
  }
  try {
    sharp.concurrency(1)
    await ours()
    await bare(photo)
    const seconds: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    for (let round = 0; round < rounds; round++) {
      seconds.bare.push(await secondsOf(() => bare(photo)))
      seconds.ours.push(await secondsOf(ours))
    }
    const ratio = median(seconds.bare) / median(seconds.ours)
    const rate = (of: number[]) => `${(perCall / median(of)).toFixed(1)}/s`
    return [
      {
        name: 'photos: pipeline against bare sharp',
        value: ratio,
        goal: '>= 0.85',
        detail: `${rate(seconds.ours)} against ${rate(seconds.bare)}, ${Math.round(photo.length / 1024)} KiB each`,
      },
    ]
  } finally {
    await decoder.stop()
    host.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Blurred noise, which compresses like a photograph, at the best quality within the partners' limit of 2 MB. */
async function twelveMegapixels(): Promise<Buffer> {
  const [width, height] = [1_000, 750]
  const noise = sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
  const pixels = await noise.blur(2).resize(4_000, 3_000).raw().toBuffer()
  const raw = { width: 4_000, height: 3_000, channels: 3 } as const
  for (let quality = 95; ; quality -= 5) {
    const photo = await sharp(pixels, { raw }).jpeg({ quality }).toBuffer()
    if (photo.length <= 2_000_000) return photo
  }
}

/** The conversion alone, without download and storage. */
async function bare(photo: Buffer): Promise<void> {
  const queue = Array.from({ length: perCall }, () => photo)
  const worker = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      await sharp(next)
        .autoOrient()
        .resize({ width: 1_600, height: 1_600, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
        .jpeg({ quality: 80, optimiseCoding: false })
        .toBuffer()
    }
  }
  await Promise.all([worker(), worker()])
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begunAt = performance.now()
  await work()
  return (performance.now() - begunAt) / 1_000
}
