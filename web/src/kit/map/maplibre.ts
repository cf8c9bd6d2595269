import 'maplibre-gl/dist/maplibre-gl.css'
import { LngLatBounds, Map as MapLibreMap, NavigationControl, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { builtInStyle } from './map-style.ts'
import type { MapPoint } from './points.ts'
import { mapPadding, maxFirstZoom, noPoints } from './projection.ts'

// Without this the map stays empty, but only in the built app.
setWorkerUrl(workerUrl)

export type MapSettings = {
  container: HTMLElement
  dark: boolean
  /** Style of the operator's street map; the built-in map is used if it is null or cannot be loaded. */
  styleUrl: string | null
  /** The initial view contains all of these. */
  points: MapPoint[]
  /** Callback when the operator's map could not be loaded and the built-in map replaces it. */
  onBuiltIn: () => void
  /** Labels of MapLibre's buttons and hints, by MapLibre's keys. */
  words: Record<string, string>
}

/** Creates the map, without pins. */
export function startMap(settings: MapSettings): MapLibreMap {
  const { container, dark, styleUrl, points, words } = settings
  const map = new MapLibreMap({
    container,
    style: styleUrl ?? builtInStyle(dark),
    bounds: boundsOf(points),
    fitBoundsOptions: {
      padding: mapPadding,
      maxZoom: styleUrl ? maxFirstZoom.streets : maxFirstZoom.builtIn,
    },
    maxZoom: styleUrl ? 18 : 12,
    locale: words,
    // One finger scrolls the page, two fingers move the map.
    cooperativeGestures: true,
    attributionControl: styleUrl ? { compact: false } : false,
    dragRotate: false,
    pitchWithRotate: false,
    fadeDuration: 0,
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  if (styleUrl) fallBackToBuiltInStyle(map, settings)
  return map
}

/**
 * Falls back to the built-in map if the style fails to load. Errors after that, such as a missing tile, are ignored.
 */
function fallBackToBuiltInStyle(map: MapLibreMap, { dark, onBuiltIn }: MapSettings): void {
  const fallBack = () => {
    map.setStyle(builtInStyle(dark))
    onBuiltIn()
  }
  map.once('error', fallBack)
  map.once('style.load', () => map.off('error', fallBack))
}

/** Resolves when layers and markers can be added. */
export const whenReady = (map: MapLibreMap): Promise<void> =>
  new Promise((resolve) => void map.once('load', () => resolve()))

/** Calls back with false when the map lost its graphics memory, and with true when it is drawn again. */
export function onLost(map: MapLibreMap, onWhole: (isWhole: boolean) => void): void {
  map.on('webglcontextlost', () => onWhole(false))
  map.on('webglcontextrestored', () => void map.once('idle', () => onWhole(true)))
}

function boundsOf(points: MapPoint[]): LngLatBounds {
  const bounds = new LngLatBounds()
  for (const { lat, lon } of points.length > 0 ? points : noPoints) bounds.extend([lon, lat])
  return bounds
}

export { Marker } from 'maplibre-gl'
export type { MapLibreMap }
