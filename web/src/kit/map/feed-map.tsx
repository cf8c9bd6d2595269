import type { GeoJSONSource } from 'maplibre-gl'
import { useTexts } from '../texts/use-texts.ts'
import { type Drawing, MapFrame } from './map-frame.tsx'
import type { FeedPoint, MapPoint } from './points.ts'

export type FeedMapProps = {
  points: FeedPoint[]
  /** Callback with the job's id when a pin is tapped. */
  onOpen: (id: string) => void
  /** The carrier's base, if known. */
  here?: MapPoint
  height?: number
}

/** Jobs on a map. Pins that are close together form a cluster, which opens on zoom. */
export function FeedMap({ points, onOpen, here, height = 320 }: FeedMapProps) {
  const { t } = useTexts('kit')
  const clusterName = (count: number) => t('map.cluster', { count })
  return (
    <MapFrame
      label={`${t('map.label')}. ${t('map.jobs', { count: points.length })}`}
      points={here ? [...points, here] : points}
      sketch={{ marks: [...(here ? [baseMark(here)] : []), ...points.map(jobMark)] }}
      what={{ points, here }}
      draw={(drawing, what) => drawFeed(drawing, { ...what, onOpen, clusterName })}
      height={height}
    />
  )
}

const baseMark = ({ lat, lon }: MapPoint) => ({ lat, lon, look: 'base' as const })
const jobMark = ({ lat, lon, label }: FeedPoint) => ({ lat, lon, look: 'job' as const, text: label })

type Feed = Pick<FeedMapProps, 'points' | 'onOpen'> & {
  here: MapPoint | undefined
  clusterName: (count: number) => string
}

function drawFeed(drawing: Drawing, feed: Feed) {
  const { Marker, map } = drawing
  map.addSource('feed', { type: 'geojson', data: collection(feed.points), cluster: true, clusterRadius: 56 })
  // MapLibre computes a source only if a layer uses it. This layer is invisible, because the pins are buttons.
  map.addLayer({ id: 'feed', type: 'circle', source: 'feed', paint: { 'circle-radius': 0 } })
  const pins = new Map<string, InstanceType<typeof Marker>>()
  const refresh = () => map.isSourceLoaded('feed') && showPins(drawing, { ...feed, pins })
  map.on('render', refresh)
  const base = feed.here && new Marker({ element: baseDot() }).setLngLat([feed.here.lon, feed.here.lat])
  base?.addTo(map)
  return () => {
    map.off('render', refresh)
    base?.remove()
    for (const pin of pins.values()) pin.remove()
    if (map.getLayer('feed')) map.removeLayer('feed').removeSource('feed')
  }
}

type Shown = Feed & { pins: Map<string, InstanceType<Drawing['Marker']>> }

/** Adds a button for each point and cluster in view, and removes the others. */
function showPins({ Marker, map }: Drawing, { pins, ...feed }: Shown): void {
  const wanted = new Set<string>()
  for (const { properties, geometry } of map.querySourceFeatures('feed')) {
    if (geometry.type !== 'Point') continue
    const place = geometry.coordinates as [number, number]
    const cluster = properties.cluster ? Number(properties.cluster_id) : null
    const key =
      cluster === null ? String(properties.id) : `cluster-${cluster}-${String(properties.point_count)}`
    wanted.add(key)
    if (pins.has(key)) continue
    const element =
      cluster === null
        ? button(String(properties.label), String(properties.name), () => feed.onOpen(String(properties.id)))
        : button(
            String(properties.point_count),
            feed.clusterName(Number(properties.point_count)),
            () => void zoomToCluster(map, { cluster, place }),
          )
    pins.set(key, new Marker({ element, anchor: 'bottom', offset: [0, -8] }).setLngLat(place).addTo(map))
  }
  for (const [key, pin] of pins) {
    if (wanted.has(key)) continue
    pin.remove()
    pins.delete(key)
  }
}

async function zoomToCluster(
  map: Drawing['map'],
  { cluster, place }: { cluster: number; place: [number, number] },
): Promise<void> {
  const zoom = await map.getSource<GeoJSONSource>('feed')?.getClusterExpansionZoom(cluster)
  if (zoom !== undefined) map.easeTo({ center: place, zoom })
}

/** The carrier's base is a dot below the price pins: a pin would cover them. */
function baseDot(): HTMLElement {
  const element = document.createElement('div')
  element.className = 'dray-base'
  element.setAttribute('aria-hidden', 'true')
  return element
}

function button(text: string, name: string, onTap: () => void): HTMLElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'dray-pin'
  element.textContent = text
  element.setAttribute('aria-label', name)
  element.addEventListener('click', onTap)
  return element
}

const collection = (points: FeedPoint[]) => ({
  type: 'FeatureCollection' as const,
  features: points.map(({ id, label, name, lat, lon }) => ({
    type: 'Feature' as const,
    properties: { id, label, name: name ?? label },
    geometry: { type: 'Point' as const, coordinates: [lon, lat] },
  })),
})
