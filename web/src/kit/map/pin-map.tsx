import { useTexts } from '../texts/use-texts.ts'
import { circleAround } from './circle.ts'
import { type Drawing, MapFrame } from './map-frame.tsx'
import type { MapPoint } from './points.ts'

export type PinMapProps = {
  /** The place now, with the radius of the circle in which it is expected. */
  from: MapPoint & { uncertaintyKm: number }
  /** The place that was chosen; null before the first click. */
  pin: MapPoint | null
  onPick: (point: MapPoint) => void
  note: string
}

/** A map on which a click chooses a place. The form beside it has a field for the same, for keyboards. */
export function PinMap({ from, pin, onPick, note }: PinMapProps) {
  const { t } = useTexts('kit')
  const draw = ({ Marker, map }: Drawing, what: { from: PinMapProps['from']; pin: MapPoint | null }) => {
    const circle = circleAround(what.from, Math.max(what.from.uncertaintyKm, 0.05))
    const geometry = { type: 'Polygon' as const, coordinates: [circle] }
    map.addSource('pin', { type: 'geojson', data: { type: 'Feature', properties: {}, geometry } })
    map.addLayer({
      id: 'pin-circle',
      type: 'fill',
      source: 'pin',
      paint: { 'fill-color': '#13805f', 'fill-opacity': 0.14 },
    })
    const { lon, lat } = what.pin ?? what.from
    const element = document.createElement('div')
    element.className = 'dray-pin'
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([lon, lat]).addTo(map)
    if (!map.getBounds().contains([lon, lat])) map.panTo([lon, lat])
    const clicks = map.on('click', ({ lngLat }) => onPick({ lat: lngLat.lat, lon: lngLat.lng }))
    map.getCanvas().style.cursor = 'crosshair'
    return () => {
      clicks.unsubscribe()
      marker.remove()
      if (map.getLayer('pin-circle')) map.removeLayer('pin-circle')
      if (map.getSource('pin')) map.removeSource('pin')
    }
  }
  return (
    <MapFrame
      label={t('map.label')}
      points={pin ? [from, pin] : [from]}
      sketch={{
        marks: [
          { ...from, look: 'area' },
          { ...(pin ?? { lat: from.lat, lon: from.lon }), look: 'job' },
        ],
      }}
      height={240}
      note={note}
      what={{ from, pin }}
      draw={draw}
    />
  )
}
