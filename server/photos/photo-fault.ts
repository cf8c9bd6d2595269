import type { Text } from '../texts/index.ts'
import { foundFormat, readFormats } from './found-format.ts'

/** The rule that an image breaks. */
export type ImageFault = { why: 'format' | 'pixels' | 'damaged'; found: string | null }

/**
 * Why a photo is refused. `unreachable` has no further reasons: the sender of a URL must not learn whether a host is
 * private, closed or missing. Reasons about the bytes of a public host are allowed.
 */
export type PhotoFault = { why: 'unreachable' } | { why: 'too_large' } | ImageFault

/** The decoder's error for an unreadable image. */
export type Unread = 'pixels' | 'damaged'

export function imageFault(bytes: Buffer, why: Unread): ImageFault {
  const found = foundFormat(bytes)
  return { why: readFormats.has(found) ? why : 'format', found }
}

/** The error for the developer of the client. */
export function faultText(fault: PhotoFault): Text {
  if (fault.why === 'unreachable') return (t) => t.photos.unreachable
  if (fault.why === 'too_large') return (t) => t.photos.tooLarge
  const { why, found } = fault
  return (t) => (found === null ? t.photos.noImage : t.photos[why](found))
}
