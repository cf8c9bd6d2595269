import { useTexts } from '../texts/use-texts.ts'
import { circleAround } from './circle.ts'
import { type Drawing, MapFrame } from './map-frame.tsx'
import type { RoughPoint } from './points.ts'

export type RouteMapProps = {
  pickup: RoughPoint
  dropoff: RoughPoint
  height?: number
  /** How precise the places are; replaces the caption's default note. */
  note?: string
}

/** Pickup and dropoff, with a circle for an uncertain position, and a dashed straight line that is not a route. */
export function RouteMap({ pickup, dropoff, height, note }: RouteMapProps) {
  const { t } = useTexts('kit')
  const names = {
    pickup: [t('map.pickup'), pickup.name].filter(Boolean).join(': '),
    dropoff: [t('map.dropoff'), dropoff.name].filter(Boolean).join(': '),
  }
  const isOnePoint = pickup.lat === dropoff.lat && pickup.lon === dropoff.lon
  return (
    <MapFrame
      label={`${t('map.label')}. ${names.pickup}. ${names.dropoff}.`}
      points={[pickup, dropoff]}
      hasLine={!isOnePoint}
      what={{ pickup, dropoff, names, isOnePoint }}
      draw={drawRoute}
      {...(height && { height })}
      {...(note && { note })}
    />
  )
}

type Route = RouteMapProps & { names: { pickup: string; dropoff: string }; isOnePoint: boolean }

function drawRoute(drawing: Drawing, route: Route) {
  const { map } = drawing
  const colour = accent()
  map.addSource('route', { type: 'geojson', data: shapesOf(route) })
  map.addLayer({
    id: 'route-circles',
    type: 'fill',
    source: 'route',
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colour, 'fill-opacity': 0.14 },
  })
  map.addLayer({
    id: 'route-line',
    type: 'line',
    source: 'route',
    filter: ['==', ['geometry-type'], 'LineString'],
    layout: { 'line-cap': 'round' },
    paint: { 'line-color': colour, 'line-width': 3, 'line-dasharray': [1, 2] },
  })
  const pins = pinsOf(drawing, route)
  return () => {
    for (const pin of pins) pin.remove()
    for (const layer of ['route-line', 'route-circles']) if (map.getLayer(layer)) map.removeLayer(layer)
    if (map.getSource('route')) map.removeSource('route')
  }
}

function shapesOf({ pickup, dropoff, isOnePoint }: Route) {
  const ends = isOnePoint ? [pickup] : [pickup, dropoff]
  const circles = ends.flatMap((end) =>
    end.uncertaintyKm
      ? [shape({ type: 'Polygon' as const, coordinates: [circleAround(end, end.uncertaintyKm)] })]
      : [],
  )
  const coordinates = [pickup, dropoff].map(({ lon, lat }) => [lon, lat])
  const line = isOnePoint ? [] : [shape({ type: 'LineString' as const, coordinates })]
  return { type: 'FeatureCollection' as const, features: [...circles, ...line] }
}

const shape = <Geometry,>(geometry: Geometry) => ({ type: 'Feature' as const, properties: {}, geometry })

/** Pins are above their points, so town names stay readable; two pins on one point are side by side. */
function pinsOf({ Marker, map }: Drawing, { pickup, dropoff, names, isOnePoint }: Route) {
  const aside = isOnePoint ? 17 : 0
  return (['pickup', 'dropoff'] as const).map((kind) => {
    const { lon, lat } = kind === 'pickup' ? pickup : dropoff
    const offset: [number, number] = [kind === 'pickup' ? -aside : aside, -4]
    return new Marker({ element: pin(kind, names[kind]), anchor: 'bottom', offset })
      .setLngLat([lon, lat])
      .addTo(map)
  })
}

/** The accent colour of the current theme; a theme change opens the map again. */
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
