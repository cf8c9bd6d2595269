export type Point = { lat: number; lon: number }

/** Great-circle distance in kilometres on a sphere. Use it to compare places, never to compute a price. */
export function kilometresBetween(a: Point, b: Point): number {
  const dLat = Math.sin(half(b.lat - a.lat))
  const dLon = Math.sin(half(b.lon - a.lon))
  const h = dLat * dLat + Math.cos(2 * half(a.lat)) * Math.cos(2 * half(b.lat)) * dLon * dLon
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}

function half(degrees: number): number {
  return (degrees * Math.PI) / 360
}
