/**
 * The errors that a partner's developer can cause with a test key, by words in an ordinary request. See
 * DESIGN 3, Sandbox words. The server and the tests use this catalogue; the guide explains each word.
 */

/** An address that contains `words`, in upper or lower case, is not geocoded. `example` is such an address. */
export type AddressWord = { words: string; example: string }

export const addressWords = {
  not_found: {
    words: 'Sandbox not found',
    example: 'Sandbox not found',
  },
  geocoder_down: {
    words: 'Sandbox geocoder down',
    example: 'Sandbox geocoder down',
  },
  slow: {
    words: 'Sandbox slow',
    example: 'Sandbox slow 8s',
  },
  lost_answer: {
    words: 'Sandbox lost answer',
    example: 'Sandbox lost answer',
  },
  island: {
    words: 'Sandbox island',
    example: 'Sandbox island',
  },
  internal_error: {
    words: 'Sandbox internal error',
    example: 'Sandbox internal error',
  },
  rate_limited: {
    words: 'Sandbox too many requests',
    example: 'Sandbox too many requests',
  },
  key_revoked: {
    words: 'Sandbox key revoked',
    example: 'Sandbox key revoked',
  },
} as const satisfies Record<string, AddressWord>

export type AddressWordName = keyof typeof addressWords

/** The maximum `Retry-After` that an address can request. */
export const maxSlowSeconds = 20

/** Photos of this origin are never downloaded. No host has a name that ends in `invalid` (RFC 6761). */
export const samplePhotoOrigin = 'https://photos.sandbox.invalid'

/** The known photos; every other path of the origin answers like `missing.jpg`. */
export const samplePhotos = [
  'ok.jpg',
  'too-large.jpg',
  'not-an-image.jpg',
  'timeout.jpg',
  'missing.jpg',
] as const

export type SamplePhotoName = (typeof samplePhotos)[number]

/**
 * The numbers that Ofcom reserves for drama: no person has them, so a partner's production code can send them. With a
 * test key every installation accepts them.
 */
export const samplePhones = {
  first: '+447700900000',
  last: '+447700900999',
  pattern: '^\\+447700900[0-9]{3}$',
} as const

/** The outcome of the SMS of a draft with this number. */
export const smsStories = {
  refused: {
    phone: '+447700900020',
  },
  late: {
    phone: '+447700900021',
    retrySeconds: 60,
  },
} as const

/** All sandbox words: the field, and the value to send. */
export const causedFailures: readonly (readonly [field: string, send: string])[] = [
  ...Object.values(addressWords).map(({ example }) => ['address', example] as const),
  ...samplePhotos.map((name) => ['photos', `${samplePhotoOrigin}/${name}`] as const),
  ...Object.values(smsStories).map(({ phone }) => ['customer_phone', phone] as const),
]
