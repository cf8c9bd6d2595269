import { Skeleton } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import type { RoughStop } from '#contract/app/job-parts.ts'
import { lazyMap } from '../../kit/map/lazy-map.tsx'

const RouteMap = lazyMap(() => import('../../kit/map/route-map.tsx').then((file) => file.RouteMap))

const mapHeight = 220

type End = Pick<RoughStop, 'point' | 'place' | 'uncertainty_km'>

type MapInSightProps = { pickup: End; dropoff: End; note?: string }

/** MapLibre is large, so it is downloaded only when the map scrolls into view. */
export function MapInSight({ pickup, dropoff, note }: MapInSightProps) {
  const { ref, inViewport } = useInViewport()
  const [wasSeen, setSeen] = useState(false)
  if (inViewport && !wasSeen) setSeen(true)
  const waiting = <Skeleton height={mapHeight} radius="lg" animate={false} />
  return (
    <div ref={ref} style={{ minHeight: mapHeight + 48 }}>
      {wasSeen ? (
        <Suspense fallback={waiting}>
          <RouteMap
            pickup={pointOf(pickup)}
            dropoff={pointOf(dropoff)}
            height={mapHeight}
            {...(note && { note })}
          />
        </Suspense>
      ) : (
        waiting
      )}
    </div>
  )
}

const pointOf = ({ point, place, uncertainty_km }: End) => ({
  ...point,
  name: place,
  uncertaintyKm: uncertainty_km,
})
