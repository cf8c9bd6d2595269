import { useMemo } from 'react'
import { encode } from 'uqr'

/** A QR code as one path of an SVG. It stays dark on white in both colour schemes, because many cameras need that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => codeOf(text), [text])
  return (
    <svg
      className="panel-qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

function codeOf(text: string): { size: number; path: string } {
  // The standard asks for a border of four modules.
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const rows = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: rows.join('') }
}
