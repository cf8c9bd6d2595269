export type MapPoint = { lat: number; lon: number }

/** An end of a route; `name` is for screen readers. */
export type NamedPoint = MapPoint & { name?: string }

/** An end of a route; `uncertaintyKm` is set if only the radius around it is known. */
export type RoughPoint = NamedPoint & { uncertaintyKm?: number }

/** A job on the feed's map; `label` is the text of its pin, a price. */
export type FeedPoint = MapPoint & { id: string; label: string; name?: string }
