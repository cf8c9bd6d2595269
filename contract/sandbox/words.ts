/**
 * The failures that a partner's developer can cause with a test key, by the words of an ordinary request. See
 * DESIGN 3, Sandbox words. The server, the tests and the guide read this catalogue. Its sentences are Markdown.
 */

/** An address that contains `words`, in any case, is never looked up. `example` is one to send. */
export type AddressWord = { words: string; example: string; does: string }

export const addressWords = {
  not_found: {
    words: 'Sandbox not found',
    example: 'Sandbox not found',
    does: '`422` `geocoding_failed`, and `details` names the address.',
  },
  geocoder_down: {
    words: 'Sandbox geocoder down',
    example: 'Sandbox geocoder down',
    does: '`503` `service_unavailable` with `Retry-After`.',
  },
  slow: {
    words: 'Sandbox slow',
    example: 'Sandbox slow 8s',
    does: 'The answer comes 8 seconds later (any number from 1 to 20). The address is then in Madrid.',
  },
  island: {
    words: 'Sandbox island',
    example: 'Sandbox island',
    does: 'The address is in Palma, on an island. With the other one on the mainland: `400` `validation_error` on `dropoff.address`, as no road leads there.',
  },
} as const satisfies Record<string, AddressWord>

export type AddressWordName = keyof typeof addressWords

/** The longest wait that an address can ask for. */
export const mostSlowSeconds = 20

/** Photos of this origin are never downloaded. No host has a name that ends in `invalid` (RFC 6761). */
export const samplePhotoOrigin = 'https://photos.sandbox.invalid'

/** Every path that is not in this list is missing too. */
export const samplePhotos = {
  'ok.jpg':
    'A small picture, which is stored as any other. All names that begin with `ok` work, such as `ok-2.jpg`; each has its own colour.',
  'too-large.jpg': '`400` `validation_error` on `photos[0]`, as for more than 2 MB.',
  'not-an-image.jpg': '`400` `validation_error` on `photos[0]`, as for a file that is not a picture.',
  'timeout.jpg': '`400` `validation_error` on `photos[0]`, as for a host that does not answer, but at once.',
  'missing.jpg': '`400` `validation_error` on `photos[0]`, as for a `404`.',
} as const

export type SamplePhotoName = keyof typeof samplePhotos

/**
 * The numbers that Ofcom keeps for drama: they belong to no person, so a partner's production code can send them. With a
 * test key they are accepted from every installation.
 */
export const samplePhones = {
  first: '+447700900000',
  last: '+447700900999',
  pattern: '^\\+447700900[0-9]{3}$',
} as const

/** What happens to the SMS of a draft with this number. */
export const smsStories = {
  refused: {
    phone: '+447700900020',
    does: '`201` with `sms_sent: false`: the SMS is refused for good.',
  },
  late: {
    phone: '+447700900021',
    retrySeconds: 60,
    does: '`201` with `sms_sent: false`: the SMS is refused now, and sent 60 seconds later.',
  },
} as const

/** Rows of the guide: the field, what to send in it, and what happens. */
export const failureRows: readonly (readonly [field: string, send: string, does: string])[] = [
  ...Object.values(addressWords).map(({ example, does }) => ['`address`', `\`${example}\``, does] as const),
  ...Object.entries(samplePhotos).map(
    ([name, does]) => ['`photos`', `\`${samplePhotoOrigin}/${name}\``, does] as const,
  ),
  ...Object.values(smsStories).map(({ phone, does }) => ['`customer_phone`', `\`${phone}\``, does] as const),
]
