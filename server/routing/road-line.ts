import { maxRoadPoints } from '#contract/app/way.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { decodePolyline, encodePolyline, type Position } from './polyline.ts'
import { type End, maxSnapKm } from './router.ts'

/** The line of an engine as an encoded polyline, and the decimals of its positions. */
export type EnginesLine = { polyline: string; decimals: number }

/**
 * The line of an engine as ours: an encoded polyline with five decimals and at most `maxRoadPoints` positions.
 *
 * @returns null if it is not a polyline, or does not lead from one end to the other, as with swapped coordinates or
 *   other decimals.
 */
export function roadLine({ polyline, decimals }: EnginesLine, from: End, to: End): string | null {
  const positions = decodePolyline(polyline, decimals)
  const [first, last] = [positions?.[0], positions?.at(-1)]
  if (!positions || !first || !last || !isAt(first, from) || !isAt(last, to)) return null
  return encodePolyline(simplified(thinned(positions), maxRoadPoints))
}

/** The line begins at the road to which the engine has moved the end. */
const isAt = (position: Position, end: End): boolean =>
  kilometresBetween(position, end) <= maxSnapKm(end) + slackKm
const slackKm = 0.1

/** Every so many positions of a long line, so that hostile ones cost little too. */
function thinned(positions: readonly Position[]): Position[] {
  const step = Math.ceil(positions.length / maxSeen)
  return positions.filter((_, i) => i % step === 0 || i === positions.length - 1)
}
const maxSeen = 4_000

type Flat = { x: number; y: number }
/** A piece of the line, and the position on it that is farthest from its chord. */
type Piece = { first: number; last: number; farthest: number; away: number }

/** Degrees of latitude, some metres: a bend that is flatter is not seen. */
const minAway = 0.00005

/**
 * Keeps the positions that matter most for the shape (Ramer, Douglas and Peucker): the piece whose line is farthest
 * from its chord is divided there, until there are as many positions as allowed.
 */
function simplified(positions: readonly Position[], max: number): Position[] {
  const stretch = Math.cos(((positions[0]?.lat ?? 0) * Math.PI) / 180)
  const flat = positions.map(({ lat, lon }) => ({ x: lon * stretch, y: lat }))
  const pieces = [pieceOf(flat, 0, flat.length - 1)]
  while (pieces.length + 1 < max) {
    const worst = pieces.reduce((a, b) => (b.away > a.away ? b : a))
    if (worst.away < minAway) break
    const { first, farthest, last } = worst
    pieces.splice(pieces.indexOf(worst), 1, pieceOf(flat, first, farthest), pieceOf(flat, farthest, last))
  }
  const kept = new Set(pieces.flatMap(({ first, last }) => [first, last]))
  return positions.filter((_, i) => kept.has(i))
}

function pieceOf(flat: readonly Flat[], first: number, last: number): Piece {
  const piece: Piece = { first, last, farthest: first, away: 0 }
  const [from, to] = [flat[first], flat[last]]
  if (!from || !to) return piece
  for (let i = first + 1; i < last; i++) {
    const away = distanceTo(flat[i] ?? from, from, to)
    if (away <= piece.away) continue
    piece.farthest = i
    piece.away = away
  }
  return piece
}

/** The distance of a point to the chord between two others. */
function distanceTo(point: Flat, from: Flat, to: Flat): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point.x - from.x - share * dx, point.y - from.y - share * dy)
}
