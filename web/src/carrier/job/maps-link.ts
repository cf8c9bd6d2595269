import type { FullStop } from '#contract/app/job-parts.ts'

/** Link that opens the device's maps app with the address; no request is sent before the tap. */
export function mapsLink({ address, point, approximate }: FullStop, agent = navigator.userAgent): string {
  const query = encodeURIComponent(address)
  if (/Android/.test(agent)) return `geo:${approximate ? '0,0' : `${point.lat},${point.lon}`}?q=${query}`
  if (/iPhone|iPad|iPod|Macintosh/.test(agent)) return `https://maps.apple.com/?daddr=${query}`
  return `https://www.openstreetmap.org/search?query=${query}`
}
