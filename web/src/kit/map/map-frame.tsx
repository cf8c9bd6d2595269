import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSetting } from '../page-settings.ts'
import type * as MapLibre from './maplibre.ts'
import type { MapPoint } from './points.ts'

/** Everything of MapLibre, downloaded with the first map. */
export type Drawing = { Marker: typeof MapLibre.Marker; map: MapLibre.MapLibreMap }

export type MapFrameProps<What> = {
  /** What the map shows, in words: all that matters on it, since not everybody sees it. */
  label: string
  points: MapPoint[]
  height?: number
  /** In the caption, instead of the words on maps of towns. */
  note?: string
  /** Whether a straight line is drawn, which the caption explains. */
  hasLine?: boolean
  /** What stands on the map; plain values, compared by their content. */
  what: What
  /** Puts it onto the empty map; what it returns takes it off again. */
  draw: (drawing: Drawing, what: What) => () => void
}

/** A map with its credits; where none can be drawn, a sentence that says so. */
export function MapFrame<What>({
  label,
  points,
  height = 240,
  note,
  hasLine = false,
  what,
  draw,
}: MapFrameProps<What>) {
  const { t } = useTranslation('kit')
  const { container, absent, streets } = useMap({ points, draw, what })
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
          note ?? (!streets && t('map.approximate')),
          hasLine && t('map.straight'),
          !streets && `${t('map.credits')}.`,
        ]
          .filter(Boolean)
          .join(' ')}
      </figcaption>
    </figure>
  )
}

function useMap<What>({ points, draw, what }: Pick<MapFrameProps<What>, 'points' | 'draw' | 'what'>) {
  const { t } = useTranslation('kit')
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<Drawing | null>(null)
  const [absent, setAbsent] = useState(false)
  const [streets, setStreets] = useState(pageSetting('map-style') !== null)
  const dark = useComputedColorScheme('light') === 'dark'
  const content = JSON.stringify(what)
  // Read when a map is opened, not reasons to open it anew.
  const wishes = useEffectEvent(() => ({
    points,
    styleUrl: pageSetting('map-style'),
    words: wordsOf(t),
    onBuiltIn: () => setStreets(false),
  }))
  const put = useEffectEvent(draw)

  useEffect(() => {
    const place = container.current
    if (!place) return undefined
    let closed = false
    let map: MapLibre.MapLibreMap | undefined
    const open = async () => {
      if (!canDraw()) return setAbsent(true)
      const { Marker, startMap, whenReady } = await import('./maplibre.ts')
      if (closed) return
      map = startMap({ ...wishes(), dark, container: place })
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

  useEffect(() => (drawing ? put(drawing, JSON.parse(content) as What) : undefined), [drawing, content])
  return { container, absent, streets }
}

/** A phone without WebGL, or with it switched off, gets words. */
function canDraw(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

type Say = ReturnType<typeof useTranslation<'kit'>>['t']

const wordsOf = (t: Say): Record<string, string> => ({
  'Map.Title': t('map.label'),
  'Marker.Title': t('map.here'),
  'NavigationControl.ZoomIn': t('map.zoomIn'),
  'NavigationControl.ZoomOut': t('map.zoomOut'),
  'CooperativeGesturesHandler.WindowsHelpText': t('map.ctrl'),
  'CooperativeGesturesHandler.MacHelpText': t('map.cmd'),
  'CooperativeGesturesHandler.MobileHelpText': t('map.twoFingers'),
})
