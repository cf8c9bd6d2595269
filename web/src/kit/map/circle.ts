import type { MapPoint } from './points.ts'

const earthKm = 6_371
const corners = 64

/** A circle as a closed GeoJSON ring of [longitude, latitude]. */
export function circleAround({ lat, lon }: MapPoint, radiusKm: number): [number, number][] {
  const latDegrees = (radiusKm / earthKm) * (180 / Math.PI)
  const lonDegrees = latDegrees / Math.cos((lat * Math.PI) / 180)
  return Array.from({ length: corners + 1 }, (_, i) => {
    const angle = ((i % corners) / corners) * 2 * Math.PI
    return [lon + lonDegrees * Math.cos(angle), lat + latDegrees * Math.sin(angle)]
  })
}
