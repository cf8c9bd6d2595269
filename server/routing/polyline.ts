/** A position in degrees. */
export type Position = { lat: number; lon: number }

/** Decimals of the positions in our own polylines: about a metre. */
const ownDecimals = 5

/**
 * Reads an encoded polyline (developers.google.com/maps/documentation/utilities/polylinealgorithm): the latitude comes
 * before the longitude, each as the difference to the position before.
 *
 * @returns null if the text is not a polyline; positions outside of the world are not refused.
 */
export function decodePolyline(text: string, decimals = ownDecimals): Position[] | null {
  const numbers = readNumbers(text)
  if (!numbers || numbers.length % 2 === 1) return null
  const scale = 10 ** decimals
  let [lat, lon] = [0, 0]
  return Array.from({ length: numbers.length / 2 }, (_, i) => {
    lat += numbers[2 * i] ?? 0
    lon += numbers[2 * i + 1] ?? 0
    return { lat: lat / scale, lon: lon / scale }
  })
}

/** Each character has five bits of a number, the lowest first, and a bit that says whether more follow. */
function readNumbers(text: string): number[] | null {
  const numbers: number[] = []
  let [value, shift] = [0, 0]
  for (let i = 0; i < text.length; i++) {
    const bits = text.charCodeAt(i) - 63
    if (bits < 0 || bits > 63 || shift > 25) return null
    value |= (bits & 31) << shift
    shift += 5
    if (bits > 31) continue
    numbers.push(value & 1 ? ~(value >> 1) : value >> 1)
    value = shift = 0
  }
  return shift === 0 ? numbers : null
}

/** Writes positions as an encoded polyline. */
export function encodePolyline(positions: readonly Position[], decimals = ownDecimals): string {
  const scaled = positions.map(({ lat, lon }) =>
    [lat, lon].map((degrees) => Math.round(degrees * 10 ** decimals)),
  )
  return scaled
    .map(([lat = 0, lon = 0], i) => {
      const [fromLat = 0, fromLon = 0] = scaled[i - 1] ?? []
      return writeNumber(lat - fromLat) + writeNumber(lon - fromLon)
    })
    .join('')
}

function writeNumber(number: number): string {
  let rest = number < 0 ? ~(number << 1) : number << 1
  let text = ''
  for (; rest > 31; rest >>= 5) text += String.fromCharCode((rest & 31) + 32 + 63)
  return text + String.fromCharCode(rest + 63)
}
