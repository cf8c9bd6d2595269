import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { pageSetting } from '../page-settings.ts'
import { useTexts } from '../texts/use-texts.ts'
import type * as MapLibre from './maplibre.ts'
import type { MapPoint } from './points.ts'

/** MapLibre is downloaded with the first map. */
export type Drawing = { Marker: typeof MapLibre.Marker; map: MapLibre.MapLibreMap }

export type MapFrameProps<What> = {
  /** Describes everything important on the map, for screen readers. */
  label: string
  points: MapPoint[]
  height?: number
  /** Replaces the caption's default note that places are approximate. */
  note?: string
  /** True if a straight line is drawn; the caption then explains it. */
  hasLine?: boolean
  /** Data to draw: plain values, compared by content. */
  what: What
  /** Draws `what` on the map and returns a function that removes it. */
  draw: (drawing: Drawing, what: What) => () => void
}

/** A map with a caption and credits, or a message if the map cannot be drawn. */
export function MapFrame<What>({
  label,
  points,
  height = 240,
  note,
  hasLine = false,
  what,
  draw,
}: MapFrameProps<What>) {
  const { t } = useTexts('kit')
  const { container, absent, hasStreets } = useMap({ points, draw, what })
  return (
    <figure className="dray-figure" aria-label={label}>
      <div className="dray-map" style={{ height }}>
        {absent ? (
          <p className="dray-map-absent">{t('map.absent')}</p>
        ) : (
          <div className="dray-map-canvas" ref={container} />
        )}
      </div>
      <figcaption className="dray-map-note">
        {[
          note ?? (!hasStreets && t('map.approximate')),
          hasLine && t('map.straight'),
          !hasStreets && `${t('map.credits')}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </figcaption>
    </figure>
  )
}

function useMap<What>({ points, draw, what }: Pick<MapFrameProps<What>, 'points' | 'draw' | 'what'>) {
  const { t } = useTexts('kit')
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
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
    if (!place) return undefined
    let closed = false
    let map: MapLibre.MapLibreMap | undefined
    const open = async () => {
      if (!canDraw()) return setAbsent(true)
      const { Marker, startMap, whenReady } = await import('./maplibre.ts')
      if (closed) return
      map = startMap({ ...settings(), dark, container: place })
      await whenReady(map)
      if (!closed) setDrawing({ Marker, map })
    }
    open().catch(() => setAbsent(true))
    return () => {
      closed = true
      setDrawing(null)
      map?.remove()
    }
  }, [dark])

  useEffect(() => (drawing ? drawNow(drawing, JSON.parse(content) as What) : undefined), [drawing, content])
  return { container, absent, hasStreets }
}

/** False without WebGL 2; a message is shown instead of the map. */
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
