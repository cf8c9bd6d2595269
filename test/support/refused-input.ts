import assert from 'node:assert/strict'
import { type Answer, sofa, type TestPartner } from './dray.ts'
import { trip } from './trips.ts'

export type Members = Record<string, unknown>
export type Refused = { error?: string; details?: Record<string, string> }

/**
 * Sends `sofa` and its estimate with changes. Lone surrogates are sent as `\ud800` escapes, as `JSON.stringify` writes
 * them.
 */
export function inputsOf(partner: TestPartner) {
  const send = (path: string, body: unknown) => partner.call(path, { body }) as Promise<Answer<Refused>>
  return {
    send,
    create: (change: Members) => send('/v1/jobs', { ...sofa, ...change }),
    estimate: (change: Members) => send('/v1/pricing/estimate', { ...trip, ...change }),
  }
}

/** Checks a 400 with exactly these fields in `details`. */
export function assertRefused({ status, body }: Answer<Refused>, fields: string[], input: unknown): void {
  const shown = JSON.stringify(input)?.slice(0, 80)
  assert.equal(status, 400, `${shown} is refused`)
  assert.equal(body.error, 'validation_error')
  assert.deepEqual(Object.keys(body.details ?? {}).sort(), fields.sort(), `details for ${shown}`)
}

export const letters = (count: number) => 'a'.repeat(count)
/** One code point, two UTF-16 units. */
export const sofas = (count: number) => '🛋'.repeat(count)

const control = ['\u0000', '\u0001', '\u001b', '\u007f', '\u009f']
/** What separates the parts of an address, and is refused in every other line. */
export const separators = ['\n', '\t', '\r', '\r\n', '\v', '\f', '\u0085']
export const loneSurrogates = ['\ud800', '\udfff', 'x\ud83dy', '\udca9\ud83d']

/** Values that every text field refuses. */
export const brokenTexts = [...control, ...loneSurrogates].map((bad) => `one${bad}two`)
/** Values that every single-line text field but an address refuses. */
export const brokenLines = [...brokenTexts, ...separators.map((bad) => `one${bad}two`)]

/** Texts of which nothing can be seen: zero-width, directions, fillers, variation selectors, tags, a replacement. */
export const unseenTexts = [
  ...[
    '\u00ad',
    '\u034f',
    '\ue000',
    '\u061c',
    '\u115f',
    '\u1160',
    '\u17b4',
    '\u180e',
    '\u200b',
    '\u200c',
    '\u200d',
    '\u200e',
  ],
  ...[
    '\u202e',
    '\u2060',
    '\u2066',
    '\u2800',
    '\u3164',
    '\ufe0f',
    '\ufeff',
    '\uffa0',
    '\ufffd',
    '\u{1d173}',
    '\u{e0020}',
  ],
].map((point) => point.repeat(3))

export const notStrings: unknown[] = [null, 1, 0, true, [], ['text'], {}, { toString: 'x' }]
