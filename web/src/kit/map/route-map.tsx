import { useTexts } from '../texts/use-texts.ts'
import { circleAround } from './circle.ts'
import { type Drawing, MapFrame, type Moving } from './map-frame.tsx'
import type { Sketch, SketchLine } from './map-sketch.tsx'
import type { MapPoint, RoughPoint } from './points.ts'
import { pointsOfRoad } from './road.ts'
import { vanPath } from './van.tsx'

export type RouteMapProps = {
  pickup: RoughPoint
  dropoff: RoughPoint
  /** The road from pickup to dropoff as an encoded polyline; without it the line is straight and dashed. */
  road?: string | null
  /** Where the carrier is, or was; `name` says it for screen readers. */
  van?: Van | null
  height?: number
  /** How precise the places are; replaces the caption's default note. */
  note?: string
}

type Van = MapPoint & { name: string; isOld: boolean }

/**
 * Pickup and dropoff, with a circle for an uncertain position, the road between them or a dashed straight line that is
 * not a route, and the carrier, if its position is known.
 */
export function RouteMap({ pickup, dropoff, road = null, van = null, height, note }: RouteMapProps) {
  const { t } = useTexts('kit')
  const names = {
    pickup: [t('map.pickup'), pickup.name].filter(Boolean).join(': '),
    dropoff: [t('map.dropoff'), dropoff.name].filter(Boolean).join(': '),
  }
  const isOnePoint = pickup.lat === dropoff.lat && pickup.lon === dropoff.lon
  const line = lineBetween(pickup, dropoff, road)
  const label = [t('map.label'), names.pickup, names.dropoff, van?.name].filter(Boolean).join('. ')
  return (
    <MapFrame
      label={`${label}.`}
      points={[pickup, dropoff, ...cornersOf(line.points), ...(van ? [van] : [])]}
      sketch={sketchOf({ pickup, dropoff, line, van, isOnePoint })}
      hasLine={!isOnePoint && !line.isRoad}
      {...(!isOnePoint && line.isRoad && { credit: t('map.roadCredits') })}
      what={{ pickup, dropoff, names, line, isOnePoint }}
      draw={drawRoute}
      moving={van && vanMarker(van)}
      {...(height && { height })}
      {...(note && { note })}
    />
  )
}

/** Where the road is drawn, it leads from the road nearest to one end to that nearest to the other. */
function lineBetween(pickup: MapPoint, dropoff: MapPoint, road: string | null): SketchLine {
  const points = road ? pointsOfRoad(road) : []
  return points.length > 1 ? { points, isRoad: true } : { points: [pickup, dropoff], isRoad: false }
}

/** What a view of the line contains. */
function cornersOf(points: readonly MapPoint[]): MapPoint[] {
  const [lats, lons] = [points.map(({ lat }) => lat), points.map(({ lon }) => lon)]
  return [
    { lat: Math.min(...lats), lon: Math.min(...lons) },
    { lat: Math.max(...lats), lon: Math.max(...lons) },
  ]
}

type Shown = Pick<RouteMapProps, 'pickup' | 'dropoff' | 'van'> & { line: SketchLine; isOnePoint: boolean }

function sketchOf({ pickup, dropoff, line, van, isOnePoint }: Shown): Sketch {
  const { left, right } = asides(isOnePoint)
  return {
    marks: [
      { ...pickup, look: 'pickup', text: 'A', aside: left },
      { ...dropoff, look: 'dropoff', text: 'B', aside: right, ...(isOnePoint && { name: '' }) },
      ...(van ? [{ lat: van.lat, lon: van.lon, look: 'van' as const, isOld: van.isOld }] : []),
    ],
    ...(!isOnePoint && { line }),
  }
}

/** Two pins on one point are side by side. */
const asides = (isOnePoint: boolean) => (isOnePoint ? { left: -17, right: 17 } : { left: 0, right: 0 })

type Route = Omit<Shown, 'van'> & { names: { pickup: string; dropoff: string } }

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
  // Below the names of the built-in map, as in the sketch.
  const names = map.getLayer('names') ? 'names' : undefined
  map.addLayer(
    {
      id: 'route-line',
      type: 'line',
      source: 'route',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colour,
        'line-width': 3,
        ...(!route.line.isRoad && { 'line-dasharray': [1, 2] }),
      },
    },
    names,
  )
  const pins = pinsOf(drawing, route)
  return () => {
    for (const pin of pins) pin.remove()
    for (const layer of ['route-line', 'route-circles']) if (map.getLayer(layer)) map.removeLayer(layer)
    if (map.getSource('route')) map.removeSource('route')
  }
}

function shapesOf({ pickup, dropoff, line: { points }, isOnePoint }: Route) {
  const ends = isOnePoint ? [pickup] : [pickup, dropoff]
  const circles = ends.flatMap((end) =>
    end.uncertaintyKm
      ? [shape({ type: 'Polygon' as const, coordinates: [circleAround(end, end.uncertaintyKm)] })]
      : [],
  )
  const coordinates = points.map(({ lon, lat }) => [lon, lat])
  const line = isOnePoint ? [] : [shape({ type: 'LineString' as const, coordinates })]
  return { type: 'FeatureCollection' as const, features: [...circles, ...line] }
}

const shape = <Geometry,>(geometry: Geometry) => ({ type: 'Feature' as const, properties: {}, geometry })

/** Pins are above their points, so town names stay readable. */
function pinsOf({ Marker, map }: Drawing, { pickup, dropoff, names, isOnePoint }: Route) {
  const { left, right } = asides(isOnePoint)
  return (['pickup', 'dropoff'] as const).map((kind) => {
    const { lon, lat } = kind === 'pickup' ? pickup : dropoff
    const offset: [number, number] = [kind === 'pickup' ? left : right, -4]
    return new Marker({ element: pin(kind, names[kind]), anchor: 'bottom', offset })
      .setLngLat([lon, lat])
      .addTo(map)
  })
}

/** The accent colour of the current theme; a theme change opens the map again. */
const accent = (): string =>
  getComputedStyle(document.documentElement).getPropertyValue('--dray-accent').trim() || '#13805f'

function pin(kind: 'pickup' | 'dropoff', name: string): HTMLElement {
  const element = imageOf('dray-pin', name)
  element.dataset.kind = kind
  element.textContent = kind === 'pickup' ? 'A' : 'B'
  return element
}

const vanMarker = ({ lat, lon, name, isOld }: Van): Moving => ({
  ...{ lat, lon, isOld },
  element: () => {
    const element = imageOf('dray-van', name)
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    for (const [key, value] of Object.entries({ viewBox: '0 0 23 20', width: '20', height: '18' }))
      svg.setAttribute(key, value)
    path.setAttribute('d', vanPath)
    svg.append(path)
    element.append(svg)
    return element
  },
})

function imageOf(className: string, name: string): HTMLElement {
  const element = document.createElement('div')
  element.className = className
  element.setAttribute('role', 'img')
  element.setAttribute('aria-label', name)
  return element
}
