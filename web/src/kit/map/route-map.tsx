import { useTranslation } from 'react-i18next'
import { type Drawing, MapFrame } from './map-frame.tsx'
import type { NamedPoint } from './points.ts'

export type RouteMapProps = {
  pickup: NamedPoint
  dropoff: NamedPoint
  height?: number
  /** How far the places are to be believed; stands in the caption instead of what it says of every map of towns. */
  note?: string
}

/** Where it goes from and to, with a dashed line that claims no road. */
export function RouteMap({ pickup, dropoff, height, note }: RouteMapProps) {
  const { t } = useTranslation('kit')
  const names = {
    pickup: [t('map.pickup'), pickup.name].filter(Boolean).join(': '),
    dropoff: [t('map.dropoff'), dropoff.name].filter(Boolean).join(': '),
  }
  return (
    <MapFrame
      label={`${t('map.label')}. ${names.pickup}. ${names.dropoff}.`}
      points={[pickup, dropoff]}
      what={{ pickup, dropoff, names }}
      draw={drawRoute}
      {...(height && { height })}
      {...(note && { note })}
    />
  )
}

type Route = RouteMapProps & { names: { pickup: string; dropoff: string } }

function drawRoute({ Marker, map }: Drawing, { pickup, dropoff, names }: Route) {
  const coordinates = [pickup, dropoff].map(({ lon, lat }) => [lon, lat])
  const line = {
    type: 'Feature' as const,
    properties: {},
    geometry: { type: 'LineString' as const, coordinates },
  }
  map.addSource('route', { type: 'geojson', data: line })
  map.addLayer({
    id: 'route',
    type: 'line',
    source: 'route',
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': accent(), 'line-width': 3, 'line-dasharray': [1, 2] },
  })
  const pins = (['pickup', 'dropoff'] as const).map((kind) => {
    const { lon, lat } = kind === 'pickup' ? pickup : dropoff
    return new Marker({ element: pin(kind, names[kind]) }).setLngLat([lon, lat]).addTo(map)
  })
  return () => {
    for (const pin of pins) pin.remove()
    if (map.getLayer('route')) map.removeLayer('route').removeSource('route')
  }
}

/** Of the theme, by day or by night; a map opened anew asks again. */
const accent = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--dray-accent').trim() || '#13805f'

function pin(kind: 'pickup' | 'dropoff', name: string): HTMLElement {
  const element = document.createElement('div')
  element.className = 'dray-pin'
  element.dataset.kind = kind
  element.textContent = kind === 'pickup' ? 'A' : 'B'
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', name)
  return element
}
