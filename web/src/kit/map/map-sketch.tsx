import { useLayoutEffect, useRef, useState } from 'react'
import { pageSetting } from '../page-settings.ts'
import type { MapPoint } from './points.ts'
import { maxFirstZoom, projectionOn } from './projection.ts'
import { VanShape } from './van.tsx'

export type SketchMark = MapPoint & {
  /** `area`: only its circle. */
  look: 'pickup' | 'dropoff' | 'job' | 'base' | 'van' | 'area'
  /** The text of a pin. */
  text?: string
  /** The place, written below the point. */
  name?: string
  /** Pixels to the side, for two pins on one point. */
  aside?: number
  /** The radius in which the point is. */
  uncertaintyKm?: number
  /** A van that was here some time ago. */
  isOld?: boolean
}

/** A road, or a straight line between two points, which is dashed. */
export type SketchLine = { points: readonly MapPoint[]; isRoad: boolean }

export type Sketch = { marks: SketchMark[]; line?: SketchLine }

type MapSketchProps = Sketch & {
  /** What the first view contains. */
  points: readonly MapPoint[]
  height: number
}

/**
 * A drawing of what a map will show, at the same pixels, made from the data of the page alone. It is there from the
 * first paint until the map is whole, and stays where a map cannot be drawn. The figure around it says everything in
 * words.
 */
export function MapSketch({ marks, line, points, height }: MapSketchProps) {
  const { ref, width } = useWidth()
  const maxZoom = pageSetting('map-style') ? maxFirstZoom.streets : maxFirstZoom.builtIn
  const { toPixel, pixelsPerKm } = projectionOn(points, { width, height, maxZoom })
  return (
    <div className="dray-sketch" ref={ref} aria-hidden>
      <svg width="100%" height={height} role="presentation">
        {marks.map(
          (mark) =>
            mark.uncertaintyKm !== undefined &&
            mark.uncertaintyKm > 0 && (
              <circle
                key={keyOf(mark)}
                cx={toPixel(mark).x}
                cy={toPixel(mark).y}
                r={mark.uncertaintyKm * pixelsPerKm(mark.lat)}
              />
            ),
        )}
        {line && (
          <polyline points={pixelsOf(line.points.map(toPixel))} data-road={line.isRoad || undefined} />
        )}
        {marks.map(
          (mark) =>
            mark.name && (
              <text key={keyOf(mark)} x={toPixel(mark).x} y={toPixel(mark).y + 15}>
                {mark.name}
              </text>
            ),
        )}
      </svg>
      {marks.map((mark) => (
        <Pin key={keyOf(mark)} mark={mark} at={toPixel(mark)} />
      ))}
    </div>
  )
}

const pixelsOf = (pixels: { x: number; y: number }[]): string =>
  pixels.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')

function Pin({
  mark: { look, text, isOld, aside = 0 },
  at,
}: {
  mark: SketchMark
  at: { x: number; y: number }
}) {
  const place = { left: at.x + aside, top: at.y }
  if (look === 'area') return null
  if (look === 'base') return <span className="dray-base" data-sketch="middle" style={place} />
  if (look === 'van')
    return (
      <span className="dray-van" data-sketch="middle" data-old={isOld || undefined} style={place}>
        <VanShape />
      </span>
    )
  return (
    <span className="dray-pin" data-kind={look} data-sketch="above" style={place}>
      {text}
    </span>
  )
}

const keyOf = ({ look, lat, lon, text }: SketchMark): string => `${look} ${lat} ${lon} ${text}`

/** Measured before the first paint. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
