import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { apng, bitPng, colourAt, markedImage, red, redImage } from '../../test/support/pictures.ts'
import { createPhotoDecoder, NotAnImage } from './decoder.ts'

const decoder = createPhotoDecoder({ processes: 2 })
after(() => decoder.stop())

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
      const picture = await decoder.decode(await redImage(width, height).toFormat(format).toBuffer())
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

test('4.2 a photo that is divided while it is decoded shows the same picture as one decoded in full', async () => {
  for (const [width, height] of [
    [4_000, 3_000],
    [4_801, 3_203],
    [8_000, 6_002],
  ] as const) {
    const drawn = await markedImage(40, 30)
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 90 })
      .toBuffer()
    const picture = await decoder.decode(drawn)
    const size = { width: picture.width, height: picture.height }
    assert.deepEqual(size, { width: Math.round((height * 1_600) / width), height: 1_600 })
    const inFull = sharp(drawn)
      .autoOrient()
      .resize({ ...size, fit: 'fill', fastShrinkOnLoad: false })
    const [ours, theirs] = await Promise.all([sharp(picture.jpeg), inFull].map((one) => one.raw().toBuffer()))
    assert.ok(meanDifference(ours, theirs) < 1, `${width}x${height}`)
  }
})

function meanDifference(one: Buffer | undefined, other: Buffer | undefined): number {
  assert.ok(one && one.length === other?.length)
  let sum = 0
  for (let at = 0; at < one.length; at += 1) sum += Math.abs((one[at] ?? 0) - (other[at] ?? 0))
  return sum / one.length
}

test('2A a photo cut short is not completed with the rest of the photo before it', async () => {
  const one = createPhotoDecoder({ processes: 1 })
  try {
    const photo = await markedImage(4_000, 3_000).jpeg().toBuffer()
    await one.decode(photo)
    await assert.rejects(one.decode(photo.subarray(0, photo.length / 2)), NotAnImage)
    await one.decode(photo)
  } finally {
    await one.stop()
  }
})

test('3 Create: a JPEG that lacks its end mark alone is read, whole as it is, and one that lacks more is not', async () => {
  const one = createPhotoDecoder({ processes: 1 })
  try {
    for (const [width, progressive] of [
      [300, false],
      [300, true],
      [4_000, false],
    ] as const) {
      const photo = await markedImage(width, width).jpeg({ progressive }).toBuffer()
      const whole = await one.decode(photo)
      for (const missing of [1, 2]) {
        const read = await one.decode(photo.subarray(0, -missing))
        assert.deepEqual([read.width, read.height], [whole.width, whole.height])
      }
      for (const missing of [3, 20, photo.length >> 1])
        await assert.rejects(one.decode(photo.subarray(0, -missing)), {
          fault: { why: 'damaged', found: 'JPEG' },
        })
    }
  } finally {
    await one.stop()
  }
})

test('2A the output holds no metadata: no EXIF, GPS, XMP, IPTC, profile or comment', async () => {
  const tagged = await markedImage(200, 100)
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

test('2A a rotated or mirrored photo is stored upright, in every format', async () => {
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
      const bytes = await markedImage(200, 100).withMetadata({ orientation }).toFormat(format).toBuffer()
      const { jpeg, width, height } = await decoder.decode(bytes)
      assert.deepEqual([width, height], orientation < 5 ? [200, 100] : [100, 200], `${format} ${orientation}`)
      const left = corner.endsWith('left') ? 10 : width - 10
      const top = corner.startsWith('top') ? 10 : height - 10
      assert.equal(await colourAt(jpeg, left, top), 'blue', `${format} ${orientation}`)
      assert.equal(await colourAt(jpeg, width - left, height - top), 'red', `${format} ${orientation}`)
    }
  }
})

test('4.2 transparent pixels become white', async () => {
  const clear = { create: { width: 50, height: 50, channels: 4 as const, background: { ...red, alpha: 0 } } }
  for (const format of ['png', 'webp', 'gif'] as const) {
    const { jpeg } = await decoder.decode(await sharp(clear).toFormat(format).toBuffer())
    assert.equal(await colourAt(jpeg, 25, 25), 'white', format)
  }
})

test('4.2 CMYK, grey and 16-bit images are read', async () => {
  const others = [
    await redImage(60, 40).toColourspace('cmyk').jpeg().toBuffer(),
    await redImage(60, 40).greyscale().jpeg().toBuffer(),
    await redImage(60, 40).toColourspace('rgb16').png().toBuffer(),
    await redImage(60, 40).png({ palette: true }).toBuffer(),
    await redImage(60, 40).jpeg({ progressive: true }).toBuffer(),
  ]
  for (const bytes of others) {
    const { width, height } = await decoder.decode(bytes)
    assert.deepEqual([width, height], [60, 40])
  }
})

test('2A of an animation the first frame is kept', async () => {
  const frames = Buffer.concat([
    await markedImage(40, 40).raw().toBuffer(),
    await redImage(40, 40).raw().toBuffer(),
  ])
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

test("an upload may be a JPEG of 50 megapixels, or another format of 20; a partner's picture 50 in each", async () => {
  const jpeg = await redImage(8_000, 6_200).jpeg({ quality: 20 }).toBuffer()
  assert.equal((await decoder.decode(jpeg, { source: 'upload' })).width, 1600)
  assert.equal((await decoder.decode(bitPng(4_400, 4_400), { source: 'upload' })).width, 1600)
  await assert.rejects(decoder.decode(bitPng(7_000, 7_000), { source: 'upload' }), NotAnImage)
  assert.equal((await decoder.decode(bitPng(7_000, 7_000), { source: 'partner' })).width, 1600)
})
