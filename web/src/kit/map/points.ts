export type MapPoint = { lat: number; lon: number }

/** An end of a route, with the words a screen reader says for it. */
export type NamedPoint = MapPoint & { name?: string }

/** An end of a route that is known to a radius only. */
export type RoughPoint = NamedPoint & { uncertaintyKm?: number }

/** A job on the feed's map; `label` stands on the pin: a price. */
export type FeedPoint = MapPoint & { id: string; label: string; name?: string }
