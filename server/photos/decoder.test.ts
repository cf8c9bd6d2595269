import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { ProviderError } from '../lib/provider-error.ts'
import { createPhotoDecoder, type DecoderOptions, NotAnImage } from './decoder.ts'

const decoder = createPhotoDecoder({ processes: 2 })
after(() => decoder.stop())

const red = { r: 220, g: 20, b: 20 }
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })

/** A red image with a blue top left quarter. */
function marked(width: number, height: number): Sharp {
  const blue = { r: 20, g: 20, b: 220 }
  const mark = { create: { width: width / 2, height: height / 2, channels: 3 as const, background: blue } }
  return plain(width, height)
    .composite([{ input: mark, left: 0, top: 0 }])
    .removeAlpha()
}

async function colourAt(jpeg: Buffer, left: number, top: number): Promise<string> {
  const { data } = await sharp(jpeg)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [r = 0, g = 0, b = 0] = data
  if (r > 230 && g > 230 && b > 230) return 'white'
  return b > r ? 'blue' : 'red'
}

test('4.2 every accepted format becomes a JPEG of at most 1600 px, its proportions kept, nothing enlarged', async () => {
  const formats = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const
  const sizes = [
    [2000, 1500, 1600, 1200],
    [300, 3200, 150, 1600],
    [640, 480, 640, 480],
    [1, 1, 1, 1],
    [12_000, 1, 1600, 1],
  ] as const
  for (const format of formats) {
    for (const [width, height, shownWidth, shownHeight] of sizes) {
      const picture = await decoder.decode(await plain(width, height).toFormat(format).toBuffer())
      assert.deepEqual(
        [picture.width, picture.height],
        [shownWidth, shownHeight],
        `${format} ${width}x${height}`,
      )
      const { format: written, width: real, height: realToo } = await sharp(picture.jpeg).metadata()
      assert.deepEqual([written, real, realToo], ['jpeg', shownWidth, shownHeight])
    }
  }
})

test('2A the output holds no metadata: no EXIF, GPS, XMP, IPTC, profile or comment', async () => {
  const tagged = await marked(200, 100)
    .withExif({
      IFD0: { Make: 'secret-maker', Copyright: 'secret-owner' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '41/1 23/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret-xmp</x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  assert.match(tagged.toString('latin1'), /secret-maker[^]*secret-xmp/)
  const { jpeg } = await decoder.decode(tagged)
  const { exif, icc, iptc, xmp, orientation, comments, space } = await sharp(jpeg).metadata()
  const left = { exif, icc, iptc, xmp, orientation, comments }
  assert.deepEqual(
    Object.values(left).filter((value) => value !== undefined),
    [],
  )
  assert.equal(space, 'srgb')
  assert.doesNotMatch(jpeg.toString('latin1'), /secret|Exif|GPS|ICC_PROFILE|adobe:ns/)
})

test('2A a photo taken sideways or mirrored is stored upright, whatever its format', async () => {
  // EXIF orientation: the position of the first row and column of pixels in the upright picture.
  const markAt = [
    'top left',
    'top right',
    'bottom right',
    'bottom left',
    'top left',
    'top right',
    'bottom right',
    'bottom left',
  ]
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    for (const [index, corner] of markAt.entries()) {
      const orientation = index + 1
      const bytes = await marked(200, 100).withMetadata({ orientation }).toFormat(format).toBuffer()
      const { jpeg, width, height } = await decoder.decode(bytes)
      assert.deepEqual([width, height], orientation < 5 ? [200, 100] : [100, 200], `${format} ${orientation}`)
      const left = corner.endsWith('left') ? 10 : width - 10
      const top = corner.startsWith('top') ? 10 : height - 10
      assert.equal(await colourAt(jpeg, left, top), 'blue', `${format} ${orientation}`)
      assert.equal(await colourAt(jpeg, width - left, height - top), 'red', `${format} ${orientation}`)
    }
  }
})

test('4.2 what is transparent becomes white', async () => {
  const clear = { create: { width: 50, height: 50, channels: 4 as const, background: { ...red, alpha: 0 } } }
  for (const format of ['png', 'webp', 'gif'] as const) {
    const { jpeg } = await decoder.decode(await sharp(clear).toFormat(format).toBuffer())
    assert.equal(await colourAt(jpeg, 25, 25), 'white', format)
  }
})

test('4.2 CMYK, grey and 16-bit images are read', async () => {
  const others = [
    await plain(60, 40).toColourspace('cmyk').jpeg().toBuffer(),
    await plain(60, 40).greyscale().jpeg().toBuffer(),
    await plain(60, 40).toColourspace('rgb16').png().toBuffer(),
    await plain(60, 40).png({ palette: true }).toBuffer(),
    await plain(60, 40).jpeg({ progressive: true }).toBuffer(),
  ]
  for (const bytes of others) {
    const { width, height } = await decoder.decode(bytes)
    assert.deepEqual([width, height], [60, 40])
  }
})

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(data.length)
  named.copy(frame, 4)
  frame.writeUInt32BE(zlib.crc32(named), named.length + 4)
  return frame
}

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

function pngHeader(width: number, height: number, bits: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  return chunk('IHDR', header)
}

/** Black, one bit per pixel. */
function bitPng(width: number, height: number): Buffer {
  const rows = zlib.deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
  return Buffer.concat([
    pngHead,
    pngHeader(width, height, 1),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A copy of the file with other dimensions in its header. */
async function jpegClaiming(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(64, 64).jpeg().toBuffer()
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]))
  bytes.writeUInt16BE(height, at + 5)
  bytes.writeUInt16BE(width, at + 7)
  return bytes
}

async function apng(): Promise<Buffer> {
  const first = await marked(40, 40).png().toBuffer()
  const second = await plain(40, 40).png().toBuffer()
  const control = Buffer.from('0000000200000000', 'hex')
  const frame = (sequence: number) => {
    const data = Buffer.alloc(26)
    data.writeUInt32BE(sequence, 0)
    data.writeUInt32BE(40, 4)
    data.writeUInt32BE(40, 8)
    return chunk('fcTL', data)
  }
  const pixels = second.subarray(second.indexOf('IDAT') + 4, second.lastIndexOf('IEND') - 8)
  const header = 8 + 25
  const end = first.lastIndexOf('IEND') - 4
  return Buffer.concat([
    first.subarray(0, header),
    chunk('acTL', control),
    frame(0),
    first.subarray(header, end),
    frame(1),
    chunk('fdAT', Buffer.concat([Buffer.from([0, 0, 0, 2]), pixels])),
    first.subarray(end),
  ])
}

test('2A of an animation the first frame is kept', async () => {
  const frames = Buffer.concat([await marked(40, 40).raw().toBuffer(), await plain(40, 40).raw().toBuffer()])
  const strip = sharp(frames, { raw: { width: 40, height: 80, channels: 3, pageHeight: 40 } })
  const animations = {
    gif: await strip.clone().gif().toBuffer(),
    webp: await strip.clone().webp({ lossless: true }).toBuffer(),
    apng: await apng(),
  }
  assert.equal((await sharp(animations.gif).metadata()).pages, 2)
  assert.equal((await sharp(animations.webp).metadata()).pages, 2)
  for (const [name, bytes] of Object.entries(animations)) {
    const { jpeg, width, height } = await decoder.decode(bytes)
    assert.deepEqual([width, height], [40, 40], name)
    assert.equal(await colourAt(jpeg, 5, 5), 'blue', name)
  }
})

test('2A too many pixels, or too long a side, is refused from the header, for every format', async () => {
  const bombs = {
    'PNG 16,000 x 16,000': bitPng(16_000, 16_000),
    'PNG 1 x 1,000,000': bitPng(1, 1_000_000),
    'PNG 12,001 x 1': bitPng(12_001, 1),
    'PNG 7,072 x 7,072': bitPng(7_072, 7_072),
    'PNG 65,500 x 65,500, header only': Buffer.concat([pngHead, pngHeader(65_500, 65_500, 8)]),
    'JPEG 65,500 x 65,500': await jpegClaiming(65_500, 65_500),
    'JPEG 12,001 x 64': await jpegClaiming(12_001, 64),
    'JPEG 8,000 x 8,000': await jpegClaiming(8_000, 8_000),
    'WebP 12,001 x 2': await plain(12_001, 2).webp().toBuffer(),
    'GIF 12,001 x 2': await plain(12_001, 2).gif().toBuffer(),
    'AVIF 4,001 x 4,000': await plain(4_001, 4_000).avif({ effort: 0 }).toBuffer(),
  }
  for (const [name, bytes] of Object.entries(bombs)) {
    await assert.rejects(decoder.decode(bytes), NotAnImage, name)
  }
  const { width } = await decoder.decode(bitPng(7_071, 7_071))
  assert.equal(width, 1600, '50 megapixels are still read')
  const avif = await decoder.decode(await plain(4_000, 4_000).avif({ effort: 0 }).toBuffer())
  assert.equal(avif.width, 1600, '16 megapixels of AVIF are still read')
})

test('2A a file that is not JPEG, PNG, WebP, AVIF or GIF is refused, whatever its name and type', async () => {
  const photo = await marked(300, 200).jpeg().toBuffer()
  const ftyp = (brand: string) =>
    Buffer.concat([Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1${brand}`), photo])
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'
  const others: Record<string, Buffer> = {
    'an SVG': Buffer.from(svg),
    'an SVG with an external entity': Buffer.from(
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg.replace('<rect', '<text>&x;</text><rect')}`,
    ),
    'an SVG with an image': Buffer.from(svg.replace('<rect', '<image href="http://127.0.0.1/"/><rect')),
    HTML: Buffer.from('<!doctype html><img src=x onerror=alert(1)>'),
    'a PDF': Buffer.from('%PDF-1.7\n1 0 obj <</Type /Catalog>> endobj'),
    'a ZIP': Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'),
    'an EXE': Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'),
    'a TIFF': await plain(20, 20).tiff().toBuffer(),
    'a HEIC': ftyp('heic'),
    'a BMP': Buffer.from(
      `424d46000000000000003600000028000000${'02000000'.repeat(2)}0100180000000000`,
      'hex',
    ),
    'an ICO': Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
    'a PSD': Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03', 'latin1'),
    'a PPM': Buffer.from('P6 2 2 255\nabcdefabcdef'),
    'raw pixels of libvips': Buffer.from('08f2a6b6', 'hex'),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([0xff]),
    'a JPEG cut short': photo.subarray(0, photo.length / 2),
    'the head of a JPEG': photo.subarray(0, 20),
    'a PNG cut short': (await marked(300, 200).png().toBuffer()).subarray(0, 100),
    'a WebP cut short': (await marked(300, 200).webp().toBuffer()).subarray(0, 60),
    zeros: Buffer.alloc(100_000),
  }
  for (const [name, bytes] of Object.entries(others)) {
    await assert.rejects(decoder.decode(bytes), NotAnImage, name)
  }
})

test('2A what hides behind or inside an image does not come through', async () => {
  const photo = await marked(300, 200).jpeg().toBuffer()
  const gif = await marked(300, 200).gif().toBuffer()
  const tail = Buffer.from('PK\x03\x04evil.js<script>alert(1)</script>', 'latin1')
  for (const bytes of [Buffer.concat([photo, tail]), Buffer.concat([gif, tail])]) {
    const { jpeg } = await decoder.decode(bytes)
    assert.doesNotMatch(jpeg.toString('latin1'), /evil|script/)
  }
  const texts = Array.from({ length: 10_000 }, (_, index) =>
    chunk('tEXt', Buffer.from(`Comment\0evil ${index}`)),
  )
  const png = bitPng(20, 20)
  const chatty = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)])
  const answer = await decoder.decode(chatty).catch((error: unknown) => error)
  if (answer instanceof Error) assert.ok(answer instanceof NotAnImage)
  else assert.doesNotMatch((answer as { jpeg: Buffer }).jpeg.toString('latin1'), /evil/)
})

/** mulberry32: the same mutations on every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let count = 1 + random(20); count > 0; count -= 1) copy[random(copy.length)] = random(256)
  if (random(4) === 0) return copy.subarray(0, random(copy.length))
  if (random(4) === 0) return Buffer.concat([copy, copy.subarray(random(copy.length))])
  return copy
}

test('2A 400 mutated files: each is a picture or refused, and the service goes on', async () => {
  const random = randomFrom(20_261_120)
  const seeds = await Promise.all([
    marked(90, 60).jpeg().toBuffer(),
    marked(90, 60).jpeg({ progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    marked(90, 60).png().toBuffer(),
    marked(90, 60).png({ progressive: true, palette: true }).toBuffer(),
    marked(90, 60).webp().toBuffer(),
    marked(90, 60).webp({ lossless: true }).toBuffer(),
    marked(90, 60).gif().toBuffer(),
    apng(),
  ])
  const files = Array.from({ length: 400 }, (_, index) =>
    mutated(seeds[index % seeds.length] ?? Buffer.alloc(0), random),
  )
  let pictures = 0
  await Promise.all(
    files.map(async (bytes) => {
      const answer = await decoder.decode(bytes).catch((error: unknown) => error)
      if (answer instanceof NotAnImage) return
      assert.ok(!(answer instanceof Error), String(answer))
      assert.equal((await sharp((answer as { jpeg: Buffer }).jpeg).metadata()).format, 'jpeg')
      pictures += 1
    }),
  )
  assert.ok(pictures > 20 && pictures < 380, `${pictures} of 400 were still pictures`)
  await decoder.decode(seeds[0] ?? Buffer.alloc(0))
})

/** A decoder with one process, and the ids of the processes it started. */
function watched(options: Partial<DecoderOptions> = {}) {
  const pids: number[] = []
  const decoder = createPhotoDecoder({ processes: 1, onStart: (pid) => pids.push(pid), ...options })
  return { ...decoder, pids, lastPid: () => pids.at(-1) ?? 0, [Symbol.asyncDispose]: () => decoder.stop() }
}

test('2A a decoder that dies fails only the photo it held; those in line are served', async () => {
  await using one = watched()
  const photo = await marked(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  const held = one.decode(photo)
  const inLine = [one.decode(photo), one.decode(photo)]
  process.kill(one.lastPid(), 'SIGKILL')
  await assert.rejects(held, NotAnImage)
  for (const { width } of await Promise.all(inLine)) assert.equal(width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A a photo that takes too long ends its decoder, not the service', async () => {
  await using one = watched({ timeLimitMs: 200 })
  const photo = await marked(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  await assert.rejects(one.decode(photo), NotAnImage)
  assert.equal((await one.decode(photo)).width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A a photo that takes too much memory ends its decoder, not the service', async () => {
  await using one = watched({ memoryLimitBytes: 180 * 1024 * 1024 })
  // Interlaced and rotated: all pixels must be in memory at once.
  const greedy = await sharp({
    create: { width: 7_000, height: 7_000, channels: 4, background: { ...red, alpha: 0.5 } },
  })
    .withMetadata({ orientation: 6 })
    .png({ progressive: true, compressionLevel: 6 })
    .toBuffer()
  const photo = await marked(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  await assert.rejects(one.decode(greedy), NotAnImage)
  assert.equal((await one.decode(photo)).width, 90)
  assert.equal(one.pids.length, 2)
})

test('2A the decoder process holds no environment and runs in no folder of Dray', {
  skip: process.platform !== 'linux',
}, async () => {
  await using one = watched()
  await one.decode(await plain(9, 9).png().toBuffer())
  assert.equal(readFileSync(`/proc/${one.lastPid()}/environ`, 'utf8'), '')
  const status = readFileSync(`/proc/${one.lastPid()}/status`, 'utf8')
  if (process.getuid?.() === 0) assert.match(status, /^Uid:\s+65534\s+65534\s+65534/m)
  assert.equal(readFileSync(`/proc/${one.lastPid()}/oom_score_adj`, 'utf8').trim(), '1000')
})

test('a decoder starts where node_modules is a link to another place', async () => {
  const project = await mkdtemp(path.join(os.tmpdir(), 'dray-linked-'))
  try {
    const root = path.join(import.meta.dirname, '../..')
    for (const part of ['package.json', 'server/photos', 'server/lib'])
      await cp(path.join(root, part), path.join(project, part), { recursive: true })
    await symlink(path.join(root, 'node_modules'), path.join(project, 'node_modules'))
    const photo = (await plain(9, 9).png().toBuffer()).toString('base64')
    const script = `
      import { createPhotoDecoder } from ${JSON.stringify(path.join(project, 'server/photos/decoder.ts'))}
      const decoder = createPhotoDecoder({ processes: 1 })
      const { width } = await decoder.decode(Buffer.from('${photo}', 'base64')).finally(decoder.stop)
      console.log(width)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    assert.equal(stdout.trim(), '9')
  } finally {
    await rm(project, { recursive: true })
  }
})

test('a signal to the whole family does not cost the photo in hand', async () => {
  await using one = watched()
  const photo = await marked(90, 60).jpeg().toBuffer()
  await one.decode(photo)
  const held = one.decode(photo)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.kill(one.lastPid(), signal)
  await held
  await one.decode(photo)
  assert.equal(one.pids.length, 1)
})

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a decoder without work ends, and comes back with the next photo', async () => {
  await using one = watched({ idleMs: 20 })
  const photo = await plain(9, 9).png().toBuffer()
  await one.decode(photo)
  while (isRunning(one.lastPid())) await sleep(10)
  await one.decode(photo)
  assert.equal(one.pids.length, 2)
})

test('what waits longer than its caller does is given up, and that is our fault, not the photo\u2019s', async () => {
  await using none = watched({ processes: 0 })
  const photo = await plain(9, 9).png().toBuffer()
  await assert.rejects(none.decode(photo, { signal: AbortSignal.timeout(20) }), ProviderError)
})

test('stopping ends every process and refuses what waits', async () => {
  const one = watched()
  const photo = await plain(9, 9).png().toBuffer()
  await one.decode(photo)
  process.kill(one.lastPid(), 'SIGSTOP')
  const held = one.decode(photo)
  const waiting = one.decode(photo)
  const both = Promise.allSettled([held, waiting])
  await one.stop()
  assert.deepEqual(
    (await both).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(isRunning(one.lastPid()), false)
  await assert.rejects(one.decode(photo), ProviderError)
})

test("a partner's photo is decoded while an upload is held in a decoder and two hundred wait behind it", async () => {
  const pids: number[] = []
  const two = createPhotoDecoder({ processes: 2, timeLimitMs: 60_000, onStart: (pid) => pids.push(pid) })
  try {
    const photo = await marked(90, 60).jpeg().toBuffer()
    await two.decode(photo, { source: 'upload' })
    // The only process for uploads is stopped, so that no upload can complete.
    process.kill(pids[0] ?? 0, 'SIGSTOP')
    const uploads = Array.from({ length: 200 }, () => two.decode(photo, { source: 'upload' }))
    const ended: string[] = []
    for (const upload of uploads)
      upload.then(
        () => ended.push('upload'),
        () => ended.push('upload'),
      )
    for (const _ of [1, 2, 3]) assert.equal((await two.decode(photo, { source: 'partner' })).width, 90)
    assert.deepEqual(ended, [], 'no upload had ended before')
    process.kill(pids[0] ?? 0, 'SIGCONT')
    await Promise.allSettled(uploads)
    assert.equal(ended.length, 200)
  } finally {
    await two.stop()
  }
})

test("an upload may be a JPEG of 50 megapixels, or another format of 20; a partner's picture 50 in each", async () => {
  const jpeg = await plain(8_000, 6_200).jpeg({ quality: 20 }).toBuffer()
  assert.equal((await decoder.decode(jpeg, { source: 'upload' })).width, 1600)
  assert.equal((await decoder.decode(bitPng(4_400, 4_400), { source: 'upload' })).width, 1600)
  await assert.rejects(decoder.decode(bitPng(7_000, 7_000), { source: 'upload' }), NotAnImage)
  assert.equal((await decoder.decode(bitPng(7_000, 7_000), { source: 'partner' })).width, 1600)
})
