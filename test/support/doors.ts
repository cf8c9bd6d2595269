import assert from 'node:assert/strict'
import type { TestDray } from './dray.ts'

/** What a caller sees of a response: all of it but the instant and the request's id, with ids by their order. */
export type Answered = {
  name: string
  seen: Record<string, unknown>
  /** Numbers that grow smaller with time. */
  seconds: Record<string, number>
  askedAt: number
  answeredAt: number
}

/** The sign-in of the app for one number, with the challenges it has given, in their order. */
export type Door = { name: string; phone: string; challenges: string[]; from: (at: number) => string }

type Act =
  | { act: 'start'; address: number; link: boolean }
  | { act: 'check'; challenge: number; address: number; code?: string }

export async function throughDoor(app: TestDray, door: Door, act: Act): Promise<Answered> {
  const { phone, challenges, from } = door
  const id = act.act === 'check' ? (challenges[act.challenge % challenges.length] ?? unknownId) : ''
  const [path, body] =
    act.act === 'start'
      ? ['/app/v1/sign-in', { phone, ...(act.link && { short_id: 'AAAAAAAAAAAAAAAA' }) }]
      : [`/app/v1/sign-in/${id}`, { phone, code: act.code ?? '000000', kind: 'web' }]
  const { body: got, ...answer } = await ask(app, { path, body, address: from(act.address) })
  const { challenge_id, expires_at, resend_after_seconds, ...rest } = got
  if (typeof challenge_id === 'string' && !challenges.includes(challenge_id)) challenges.push(challenge_id)
  const at = challenges.indexOf(String(challenge_id))
  return {
    name: door.name,
    ...answer,
    seen: { ...answer.seen, body: rest, challenge: at },
    seconds: {
      ...answer.seconds,
      ...(typeof expires_at === 'string' && { expires: (Date.parse(expires_at) - answer.askedAt) / 1_000 }),
      ...(resend_after_seconds !== undefined && { resend: Number(resend_after_seconds) }),
    },
  }
}

const unknownId = '01a22303-f334-7160-8000-000000000000'

type Asked = { path: string; body: unknown; address: string; headers?: Record<string, string> }

/** Sends a request as a browser of our pages without a session. */
export async function ask(app: TestDray, { path, body, address, headers: more }: Asked) {
  const askedAt = Date.now()
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: 'http://dray.test',
      'x-forwarded-for': address,
      ...more,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const {
    date,
    'retry-after': retry,
    'x-request-id': _id,
    'content-length': _length,
    ...headers
  } = Object.fromEntries(response.headers)
  assert.ok(date)
  const seconds: Record<string, number> = retry === undefined ? {} : { retry: Number(retry) }
  const parsed = (text ? JSON.parse(text) : {}) as Record<string, unknown>
  return {
    seen: { status: response.status, headers },
    body: parsed,
    seconds,
    askedAt,
    answeredAt: Date.now(),
  }
}

/**
 * Asserts that every response equals the last, which is for an unknown caller. Waits may differ by the time between the
 * two requests, and by one second of rounding.
 */
export function assertAlike(answers: readonly Answered[], what: string): void {
  const stranger = answers.at(-1)
  if (!stranger) return
  for (const answer of answers) {
    assert.deepEqual(answer.seen, stranger.seen, `${what}: ${answer.name}`)
    assert.deepEqual(Object.keys(answer.seconds), Object.keys(stranger.seconds), `${what}: ${answer.name}`)
    const apart = 1 + Math.ceil(Math.abs(stranger.answeredAt - answer.askedAt) / 1_000)
    for (const [name, value] of Object.entries(answer.seconds)) {
      const other = stranger.seconds[name] ?? Number.NaN
      assert.ok(
        Math.abs(value - other) <= apart,
        `${what}: ${answer.name}: ${name} ${value}, a stranger ${other}`,
      )
    }
  }
}
