import 'maplibre-gl/dist/maplibre-gl.css'
import { LngLatBounds, Map as MapLibreMap, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { builtInStyle } from './map-style.ts'
import type { MapPoint } from './points.ts'

// Without it the map stays empty, and only in the built app.
setWorkerUrl(workerUrl)

export type MapWishes = {
  container: HTMLElement
  dark: boolean
  /** The operator's street map; the built-in one where it is null or cannot be had. */
  styleUrl: string | null
  /** All of these are in sight at first. */
  points: MapPoint[]
  /** The operator's map could not be had, and ours is shown. */
  onBuiltIn: () => void
  /** Names of the map's own buttons and hints, by MapLibre's keys. */
  words: Record<string, string>
}

/** Starts the empty map. */
export function startMap(wishes: MapWishes): MapLibreMap {
  const { container, dark, styleUrl, points, words } = wishes
  const map = new MapLibreMap({
    container,
    style: styleUrl ?? builtInStyle(dark),
    bounds: boundsOf(points),
    fitBoundsOptions: { padding: { top: 40, bottom: 44, left: 44, right: 88 }, maxZoom: styleUrl ? 15 : 10 },
    maxZoom: styleUrl ? 18 : 12,
    locale: words,
    // One finger scrolls the page, two move the map.
    cooperativeGestures: true,
    attributionControl: styleUrl ? { compact: false } : false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  if (styleUrl) fallBackOnOurs(map, wishes)
  return map
}

/** When the style itself does not come; a tile that is missing is no reason. */
function fallBackOnOurs(map: MapLibreMap, { dark, onBuiltIn }: MapWishes): void {
  const give = () => {
    map.setStyle(builtInStyle(dark))
    onBuiltIn()
  }
  map.once('error', give)
  map.once('style.load', () => map.off('error', give))
}

/** Once things can be put on it. */
export const whenReady = (map: MapLibreMap): Promise<void> =>
  new Promise((resolve) => void map.once('load', () => resolve()))

function boundsOf(points: MapPoint[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { lat, lon } of points) bounds.extend([lon, lat])
  // Nothing to show yet: the peninsula.
  return points.length > 0 ? bounds : new LngLatBounds([-9.5, 36], [3.5, 43.8])
}

export { Marker } from 'maplibre-gl'
export type { MapLibreMap }
