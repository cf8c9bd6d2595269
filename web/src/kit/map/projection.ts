import type { MapPoint } from './points.ts'

/** Pixels between the points of a map and its border; wider where the buttons and the pins are. */
export const mapPadding = { top: 40, bottom: 44, left: 44, right: 88 }

/** The largest zoom of the first view, on the operator's street map and on the built-in one. */
export const maxFirstZoom = { streets: 15, builtIn: 10 }

/** The view of a map without points: the Iberian peninsula. */
export const noPoints: MapPoint[] = [
  { lat: 36, lon: -9.5 },
  { lat: 43.8, lon: 3.5 },
]

/** MapLibre's width of the world at zoom 0, in pixels. */
const worldSize = 512

export type Projection = {
  /** The pixel of a point, from the top left corner. */
  toPixel: (point: MapPoint) => { x: number; y: number }
  pixelsPerKm: (lat: number) => number
}

/** The first view of MapLibre on these points (Web Mercator): a sketch is drawn where the map will be. */
export function projectionOn(
  given: readonly MapPoint[],
  { width, height, maxZoom }: { width: number; height: number; maxZoom: number },
): Projection {
  const { top, bottom, left, right } = mapPadding
  const inside = { width: Math.max(1, width - left - right), height: Math.max(1, height - top - bottom) }
  const places = (given.length > 0 ? given : noPoints).map(mercator)
  const [west, east] = [Math.min(...places.map(({ x }) => x)), Math.max(...places.map(({ x }) => x))]
  const [north, south] = [Math.min(...places.map(({ y }) => y)), Math.max(...places.map(({ y }) => y))]
  const scale = Math.min(
    inside.width / (east - west),
    inside.height / (south - north),
    worldSize * 2 ** maxZoom,
  )
  const [middleX, middleY] = [(west + east) / 2, (north + south) / 2]
  return {
    toPixel: (point) => {
      const { x, y } = mercator(point)
      return {
        x: left + inside.width / 2 + (x - middleX) * scale,
        y: top + inside.height / 2 + (y - middleY) * scale,
      }
    },
    pixelsPerKm: (lat) => scale / (earthKm * Math.cos((lat * Math.PI) / 180)),
  }
}

/** The equator. */
const earthKm = 40_075

/** Both from 0 to 1, from the north west. */
const mercator = ({ lat, lon }: MapPoint) => ({
  x: (lon + 180) / 360,
  y: 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI),
})
