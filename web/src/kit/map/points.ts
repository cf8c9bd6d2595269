export type MapPoint = { lat: number; lon: number }

/** An end of a route; `name` is for screen readers. */
export type NamedPoint = MapPoint & { name?: string }

/** An end of a route; `uncertaintyKm` is set if only the radius around it is known. */
export type RoughPoint = NamedPoint & { uncertaintyKm?: number }

/** A job on the feed's map; `label` is the text of its pin, a price. */
export type FeedPoint = MapPoint & { id: string; label: string; name?: string }

const metresPerDegree = 111_195

/** Metres between two points that are a few kilometres apart. */
export function metresBetween(a: MapPoint, b: MapPoint): number {
  const north = (b.lat - a.lat) * metresPerDegree
  const east = (b.lon - a.lon) * metresPerDegree * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** The point so many metres north and east of another. */
export const movedBy = ({ lat, lon }: MapPoint, north: number, east: number): MapPoint => ({
  lat: lat + north / metresPerDegree,
  lon: lon + east / (metresPerDegree * Math.cos((lat * Math.PI) / 180)),
})
