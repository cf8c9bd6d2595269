import { Readable } from 'node:stream'
import type { CarrierPhotoKind } from '#contract/carrier-profile.ts'
import { type Colour, drawnPicture } from './sample-picture.ts'

type Sample = { stream: Readable; bytes: number; type: 'image/png' }

/**
 * The picture of a carrier of the sandbox: a drawn face or a drawn van, in colours of this carrier. It is drawn for
 * each request and stored nowhere, so that it needs no deletion.
 */
export function sampleCarrierPhoto({ sampleOf, kind }: { sampleOf: string; kind: CarrierPhotoKind }): Sample {
  const drawn = kind === 'portrait' ? drawFace(sampleOf) : drawVan()
  return { stream: Readable.from([drawn]), bytes: drawn.length, type: 'image/png' }
}

const backgrounds: readonly Colour[] = [
  [205, 224, 214],
  [214, 220, 236],
  [240, 224, 205],
  [228, 214, 230],
]
const skins: readonly Colour[] = [
  [236, 200, 170],
  [204, 156, 120],
  [150, 104, 76],
  [98, 66, 48],
]
const hair: Colour = [52, 40, 36]
const shirt: Colour = [44, 92, 78]

/** Coordinates from 0 to 1, from the upper left corner. */
function drawFace(of: string): Buffer {
  const [background, skin] = [chosen(backgrounds, of, 0), chosen(skins, of, 1)]
  return drawnPicture({ width: 240, height: 240 }, (x, y) => {
    const isHead = isWithin(x - 0.5, y - 0.42, 0.17, 0.22)
    if (isHead && y < 0.3 + 0.12 * Math.abs(x - 0.5)) return hair
    if (isWithin(x - 0.43, y - 0.42, 0.02, 0.022) || isWithin(x - 0.57, y - 0.42, 0.02, 0.022)) return hair
    if (isWithin(x - 0.5, y - 0.53, 0.06, 0.025) && y > 0.53) return [170, 84, 76]
    if (isHead || (Math.abs(x - 0.5) < 0.06 && y > 0.5 && y < 0.72)) return skin
    if (isWithin(x - 0.5, y - 0.36, 0.19, 0.22) && y < 0.42) return hair
    return isWithin(x - 0.5, y - 1.05, 0.36, 0.38) ? shirt : background
  })
}

const wheels = [0.28, 0.74]

/** A white van on a grey street. */
const drawVan = (): Buffer =>
  drawnPicture({ width: 320, height: 240 }, (x, y) => {
    for (const wheel of wheels) {
      if (isWithin(x - wheel, y - 0.72, 0.035, 0.047)) return [190, 190, 190]
      if (isWithin(x - wheel, y - 0.72, 0.075, 0.1)) return [40, 40, 44]
    }
    const isCabin = x > 0.66 && x < 0.92 && y > 0.4 + Math.max(0, (0.74 - x) * 0.4) && y < 0.72
    if (isCabin && x > 0.76 && x < 0.89 && y > 0.44 && y < 0.56) return [120, 160, 180]
    const isBody = x > 0.08 && x < 0.7 && y > 0.26 && y < 0.72
    if (isBody && y > 0.6 && y < 0.63) return [60, 130, 110]
    if (isBody || isCabin) return [244, 244, 240]
    return y > 0.74 ? [126, 130, 132] : [188, 212, 222]
  })

const isWithin = (x: number, y: number, a: number, b: number): boolean => (x / a) ** 2 + (y / b) ** 2 <= 1

/** A stable choice by a character of the id of the carrier. */
function chosen(from: readonly Colour[], id: string, position: number): Colour {
  const digit = Number.parseInt(id.at(-1 - position) ?? '0', 16) || 0
  return from[digit % from.length] ?? [200, 200, 200]
}
