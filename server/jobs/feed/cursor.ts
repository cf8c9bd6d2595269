import type { FeedCursor } from './nearest.ts'

/**
 * Encodes `next` of a page, which is `after` of the next request. Exact, so that no job is skipped or shown twice.
 */
export const formatCursor = ({ chord, id }: FeedCursor): string => `${chord}:${id}`

export function parseCursor(cursor: string): FeedCursor | null {
  const [chord, id = ''] = cursor.split(':', 2)
  const value = Number(chord)
  return Number.isFinite(value) && uuid.test(id) ? { chord: value, id } : null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
