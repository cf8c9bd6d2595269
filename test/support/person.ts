import assert from 'node:assert/strict'
import type { Static, TObject } from 'typebox'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import type { AppError } from '#contract/app/common.ts'
import type { AppOperation } from '#contract/operation.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import type { Database } from '../../server/db/database.ts'
import type { SuccessOf } from '../../server/http/mount.ts'
import { assertAppConforms } from './app-conformance.ts'
import { decryptedBody } from './decrypted-body.ts'
import type { TestDray } from './dray.ts'
import { newPhone } from './no-secrets.ts'

type App = Pick<TestDray, 'url' | 'dataDir'> & { db: Pick<Database, 'kysely'> }

type Given<Schema, Name extends string> = Schema extends TObject ? { [K in Name]: Static<Schema> } : unknown

/** Path parameters, query and body of the operation; a photo is a buffer. `headers` override the person's headers. */
export type AppInput<O extends AppOperation> = Given<O['params'], 'params'> & {
  query?: O['query'] extends TObject ? Partial<Static<O['query']>> : never
  headers?: Record<string, string>
} & (O extends { takesPhoto: true }
    ? { body: Buffer }
    : O['body'] extends TObject
      ? object extends Static<O['body']>
        ? { body?: Static<O['body']> }
        : { body: Static<O['body']> }
      : unknown)

export type AppAnswer<Body> = { status: number; body: Body; headers: Headers }

/** Sends requests to the app API; each response is checked against the contract. */
export type AppCaller = {
  /** Returns any response. */
  call: <const O extends AppOperation>(
    operation: O,
    ...input: Inputs<O>
  ) => Promise<AppAnswer<SuccessOf<O> | AppError>>
  /** Returns the body of the success response; an error fails the test. */
  ok: <const O extends AppOperation>(operation: O, ...input: Inputs<O>) => Promise<SuccessOf<O>>
  /** Returns the error response; a success fails the test. */
  refused: <const O extends AppOperation>(operation: O, ...input: Inputs<O>) => Promise<AppAnswer<AppError>>
}

type Inputs<O extends AppOperation> = object extends AppInput<O> ? [AppInput<O>?] : [AppInput<O>]

/** A signed-in person, with a cookie for browsers and a token for native apps. */
export type Person = AppCaller & {
  accountId: string
  phone: string
  token: string
  /** Headers of every request. */
  headers: Record<string, string>
  /** For a browser context: `await context.addCookies([person.cookie])`. */
  cookie: { name: string; value: string; url: string }
}

export type SignInOptions = { kind?: 'web' | 'native'; language?: PersonLanguage; device?: string }

/** Signs in over HTTP; only the code is read from the database instead of a phone. */
export async function signIn(
  app: App,
  phone = newPhone(),
  { kind = 'web', language = 'en', device }: SignInOptions = {},
): Promise<Person> {
  const { ok, call } = stranger(app)
  const { challenge_id } = await ok(startSignIn, { body: { phone, language } })
  const code = await codeOf(app, challenge_id)
  const body = { phone, code, kind, ...(device && { device }) }
  const answer = await call(checkCode, { params: { challenge_id }, body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  const { me, token = cookieValue(answer.headers) } = answer.body as SuccessOf<typeof checkCode>
  return personOf(app, { accountId: me.account_id, phone, token, kind })
}

/** A caller without a session. */
export const stranger = (app: Pick<App, 'url'>): AppCaller => callerOf(app.url, {})

/** The six digits of a challenge, from the sealed SMS in the outbox. */
export async function codeOf(app: Pick<App, 'db' | 'dataDir'>, challengeId: string): Promise<string> {
  const text = await app.db.kysely
    .selectFrom('sms')
    .select(['id', 'body', 'sealed_body as sealedBody'])
    .where('challenge_id', '=', challengeId)
    .executeTakeFirst()
  const code = /#(\d{6})$/.exec(text ? decryptedBody(app, text) : '')?.[1]
  return code ?? assert.fail('no code was sent')
}

type Identity = Pick<Person, 'accountId' | 'phone' | 'token'> & {
  kind: 'web' | 'native'
  /** Additional headers, beside those of the session. */
  more?: Record<string, string>
}

export function personOf({ url }: Pick<App, 'url'>, { kind, more, ...identity }: Identity): Person {
  const cookie = { name: 'dray_session', value: identity.token, url }
  const headers: Record<string, string> = {
    ...(kind === 'web'
      ? { cookie: `${cookie.name}=${cookie.value}`, origin: url }
      : { authorization: `Bearer ${identity.token}` }),
    ...more,
  }
  return { ...identity, cookie, headers, ...callerOf(url, headers) }
}

function cookieValue(headers: Headers): string {
  const value = /^dray_session=([^;]+);/.exec(headers.get('set-cookie') ?? '')?.[1]
  return value ?? assert.fail('no session cookie was set')
}

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

function callerOf(url: string, own: Record<string, string>): AppCaller {
  const call = async (operation: AppOperation, input: AnyInput = {}) => {
    const { body, headers = {} } = input
    const payload =
      body === undefined ? undefined : operation.takesPhoto ? (body as Buffer) : JSON.stringify(body)
    const type = operation.takesPhoto ? 'image/jpeg' : 'application/json'
    const response = await fetch(url + pathOf(operation, input), {
      method: operation.method,
      headers: { ...(payload !== undefined && { 'content-type': type }), ...own, ...headers },
      ...(payload !== undefined && { body: payload }),
      redirect: 'manual',
    })
    const text = await response.text()
    const answer = { status: response.status, headers: response.headers, text }
    assertAppConforms(operation, answer)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json')
    return { ...answer, body: text && isJson ? (JSON.parse(text) as unknown) : undefined }
  }
  const judged = async (operation: AppOperation, input: AnyInput | undefined, good: boolean) => {
    const answer = await call(operation, input)
    const { operationId } = operation
    const shown = `${operationId} → ${answer.status} ${answer.text.slice(0, 500)}`
    assert.equal(answer.status < 300, good, shown)
    return answer
  }
  return {
    call: (operation, input?: AnyInput) => call(operation, input) as never,
    ok: async (operation, input?: AnyInput) => (await judged(operation, input, true)).body as never,
    refused: (operation, input?: AnyInput) => judged(operation, input, false) as never,
  }
}

function pathOf({ url }: AppOperation, { params = {}, query = {} }: AnyInput): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(
    asked.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return search ? `${path}?${search}` : path
}
