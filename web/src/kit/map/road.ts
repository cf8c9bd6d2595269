import type { MapPoint } from './points.ts'

/** The points of a road as the server writes it: an encoded polyline with five decimals, latitude before longitude. */
export function pointsOfRoad(road: string): MapPoint[] {
  const points: MapPoint[] = []
  const at = [0, 0]
  let [value, shift, axis] = [0, 0, 0]
  for (const character of road) {
    const bits = character.charCodeAt(0) - 63
    value |= (bits & 31) << shift
    shift += 5
    if (bits > 31) continue
    at[axis] = (at[axis] ?? 0) + (value & 1 ? ~(value >> 1) : value >> 1)
    if (axis === 1) points.push({ lat: (at[0] ?? 0) / 1e5, lon: (at[1] ?? 0) / 1e5 })
    ;[value, shift, axis] = [0, 0, 1 - axis]
  }
  return points
}
