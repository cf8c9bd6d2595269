import type { RoughStop } from '#contract/app/job-parts.ts'
import { RouteMap } from '../../kit/map/route-map.tsx'

const mapHeight = 220

type End = Pick<RoughStop, 'point' | 'place' | 'uncertainty_km'>

type TripMapProps = {
  pickup: End
  dropoff: End
  /** The road between them as an encoded polyline, if it is known. */
  road?: string | null
  van?: { lat: number; lon: number; name: string; isOld: boolean } | null
  height?: number
  note?: string
}

/** Both ends of a trip on a map, and the carrier, if its position is known. */
export function TripMap({
  pickup,
  dropoff,
  road = null,
  van = null,
  height = mapHeight,
  note,
}: TripMapProps) {
  return (
    <RouteMap
      pickup={pointOf(pickup)}
      dropoff={pointOf(dropoff)}
      road={road}
      van={van}
      height={height}
      {...(note && { note })}
    />
  )
}

const pointOf = ({ point, place, uncertainty_km }: End) => ({
  ...point,
  name: place,
  uncertaintyKm: uncertainty_km,
})
