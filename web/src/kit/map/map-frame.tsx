import { useComputedColorScheme } from '@mantine/core'
import { useInViewport } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pageSetting } from '../page-settings.ts'
import { useTexts } from '../texts/use-texts.ts'
import { MapSketch, type Sketch } from './map-sketch.tsx'
import type * as MapLibre from './maplibre.ts'
import type { MapPoint } from './points.ts'

/** MapLibre is downloaded with the first map that comes into view. */
export type Drawing = { Marker: typeof MapLibre.Marker; map: MapLibre.MapLibreMap }

export type MapFrameProps<What> = {
  /** Describes everything important on the map, for screen readers. */
  label: string
  /** What the first view contains. */
  points: MapPoint[]
  /** Shown until the map is whole, and where it cannot be drawn. */
  sketch: Sketch
  height?: number
  /** Replaces the caption's default note that places are approximate. */
  note?: string
  /** True if a straight line is drawn; the caption then explains it. */
  hasLine?: boolean
  /** The source of what is drawn on the map, named beside that of the map itself. */
  credit?: string
  /** Data to draw: plain values, compared by content. */
  what: What
  /** Draws `what` on the map and returns a function that removes it. */
  draw: (drawing: Drawing, what: What) => () => void
  /** A marker that moves, such as a van. The view follows it when it leaves what is shown. */
  moving?: Moving | null
}

export type Moving = MapPoint & {
  /** It was there some time ago: the marker is grey. */
  isOld: boolean
  /** Makes the element of the marker. */
  element: () => HTMLElement
}

/** A map with a caption and credits; a sketch of it until it is drawn, and where it cannot be drawn. */
export function MapFrame<What>({
  label,
  points,
  sketch,
  height = 240,
  note,
  hasLine = false,
  credit,
  what,
  draw,
  moving = null,
}: MapFrameProps<What>) {
  const { t } = useTexts('kit')
  const { ref, inViewport } = useInViewport()
  const [wasSeen, setSeen] = useState(false)
  if (inViewport && !wasSeen) setSeen(true)
  const { container, absent, isWhole, hasStreets } = useMap({ points, draw, what, moving, isWanted: wasSeen })
  const credits = [!hasStreets && t('map.credits'), credit].filter(Boolean)
  return (
    <figure className="dray-figure" aria-label={label} ref={ref}>
      <div className="dray-map" style={{ height }}>
        {!absent && <div className="dray-map-canvas" ref={container} />}
        {!isWhole && <MapSketch {...sketch} points={points} height={height} />}
      </div>
      <figcaption className="dray-map-note">
        {[
          absent && t('map.absent'),
          note ?? (!hasStreets && t('map.approximate')),
          hasLine && t('map.straight'),
          credits.length > 0 && `${credits.join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </figcaption>
    </figure>
  )
}

type Wanted<What> = Pick<MapFrameProps<What>, 'points' | 'draw' | 'what'> & {
  moving: Moving | null
  isWanted: boolean
}

function useMap<What>({ points, draw, what, moving, isWanted }: Wanted<What>) {
  const { t } = useTexts('kit')
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [isWhole, setWhole] = useState(false)
  const [absent, setAbsent] = useState(false)
  const [hasStreets, setHasStreets] = useState(pageSetting('map-style') !== null)
  const dark = useComputedColorScheme('light') === 'dark'
  const content = JSON.stringify(what)
  // Read when the map opens; a change does not open it again.
  const settings = useEffectEvent(() => ({
    points,
    styleUrl: pageSetting('map-style'),
    words: wordsOf(t),
    onBuiltIn: () => setHasStreets(false),
  }))
  const drawNow = useEffectEvent(draw)

  useEffect(() => {
    const place = container.current
    if (!place || !isWanted) return undefined
    let closed = false
    let map: MapLibre.MapLibreMap | undefined
    const open = async () => {
      if (!canDraw()) return setAbsent(true)
      const { Marker, startMap, whenReady, onLost } = await import('./maplibre.ts')
      if (closed) return
      map = startMap({ ...settings(), dark, container: place })
      // The phone may take the graphics memory of a page in the background.
      onLost(map, setWhole)
      await whenReady(map)
      if (!closed) setDrawing({ Marker, map })
    }
    open().catch(() => setAbsent(true))
    return () => {
      closed = true
      setDrawing(null)
      setWhole(false)
      map?.remove()
    }
  }, [dark, isWanted])

  useEffect(() => {
    if (!drawing) return undefined
    // The pins of a feed come with a frame after their source.
    void drawing.map.once('idle', () => setWhole(true))
    return drawNow(drawing, JSON.parse(content) as What)
  }, [drawing, content])
  useMoving(drawing, moving, points)
  return { container, absent, isWhole, hasStreets }
}

/**
 * Moves the marker instead of drawing it again. The view follows it out of the map, unless the person has moved the map
 * to where the marker was not.
 */
function useMoving(drawing: Drawing | null, moving: Moving | null, points: MapPoint[]): void {
  const marker = useRef<InstanceType<Drawing['Marker']>>(null)
  const { lat, lon, isOld = false } = moving ?? {}
  const makeElement = useEffectEvent(() => moving?.element())
  const seeAll = useEffectEvent(({ map }: Drawing) => showAll(map, points))
  const wasMovedByHand = useRef(false)
  useEffect(() => {
    wasMovedByHand.current = false
    const starts = drawing?.map.on('movestart', ({ originalEvent }) => {
      if (originalEvent) wasMovedByHand.current = true
    })
    return () => starts?.unsubscribe()
  }, [drawing])
  useEffect(() => {
    const element = makeElement()
    if (!drawing || lat === undefined || lon === undefined || !element) return undefined
    const { map } = drawing
    const wasShown = marker.current !== null && map.getBounds().contains(marker.current.getLngLat())
    marker.current ??= new drawing.Marker({ element }).setLngLat([lon, lat]).addTo(map)
    marker.current.setLngLat([lon, lat]).getElement().toggleAttribute('data-old', isOld)
    const mayFollow = wasShown || !wasMovedByHand.current
    if (mayFollow && !map.getBounds().contains([lon, lat])) seeAll(drawing)
    return undefined
  }, [drawing, lat, lon, isOld])
  const isShown = drawing !== null && moving !== null
  useEffect(() => {
    if (!isShown) return undefined
    return () => {
      marker.current?.remove()
      marker.current = null
    }
  }, [isShown])
}

/** MapLibre does not animate it for people who have asked their device for less motion. */
function showAll(map: MapLibre.MapLibreMap, points: MapPoint[]): void {
  const [lats, lons] = [points.map(({ lat }) => lat), points.map(({ lon }) => lon)]
  map.fitBounds(
    [
      [Math.min(...lons), Math.min(...lats)],
      [Math.max(...lons), Math.max(...lats)],
    ],
    { padding: 44 },
  )
}

/** False without WebGL 2; the sketch stays instead of the map. */
function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

type Say = ReturnType<typeof useTexts<'kit'>>['t']

const wordsOf = (t: Say): Record<string, string> => ({
  'Map.Title': t('map.label'),
  'Marker.Title': t('map.here'),
  'NavigationControl.ZoomIn': t('map.zoomIn'),
  'NavigationControl.ZoomOut': t('map.zoomOut'),
  'CooperativeGesturesHandler.WindowsHelpText': t('map.ctrl'),
  'CooperativeGesturesHandler.MacHelpText': t('map.cmd'),
  'CooperativeGesturesHandler.MobileHelpText': t('map.twoFingers'),
})
