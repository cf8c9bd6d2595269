import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import type { Static, TObject } from 'typebox'
import type { AdminError } from '#contract/admin/common.ts'
import { inviteMember } from '#contract/admin/members.ts'
import { stepUpWithCode } from '#contract/admin/own-access.ts'
import { confirmTotp, setPassword } from '#contract/admin/session.ts'
import type { AdminOperation, PartnerPanelOperation } from '#contract/operation.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { SuccessOf } from '../../server/http/mount.ts'
import { inviteMember as inviteByCommand } from '../../server/members/invite.ts'
import { ownerLink } from '../../server/start/first-start.ts'
import { assertAdminConforms } from './app-conformance.ts'
import { byOperator } from './by-operator.ts'
import type { TestDray } from './dray.ts'

type Given<Schema, Name extends string> = Schema extends TObject
  ? object extends Static<Schema>
    ? { [K in Name]?: Static<Schema> }
    : { [K in Name]: Static<Schema> }
  : unknown

/** An operation of the operator's panel or of the partner's own pages. */
export type PanelOperation = AdminOperation | PartnerPanelOperation

export type AdminInput<O extends PanelOperation> = Given<O['params'], 'params'> &
  Given<O['query'], 'query'> &
  Given<O['body'], 'body'> & { headers?: Record<string, string> }

type Inputs<O extends PanelOperation> = object extends AdminInput<O> ? [AdminInput<O>?] : [AdminInput<O>]

export type AdminAnswer<Body> = { status: number; body: Body; headers: Headers; text: string }

/** A browser with its cookies; each response is checked against the contract. */
export type StaffBrowser = {
  cookies: Map<string, string>
  call: <const O extends PanelOperation>(
    operation: O,
    ...input: Inputs<O>
  ) => Promise<AdminAnswer<SuccessOf<O> | AdminError>>
  /** Returns the body of the success response; an error fails the test. */
  ok: <const O extends PanelOperation>(operation: O, ...input: Inputs<O>) => Promise<SuccessOf<O>>
  /** Returns status and code of the error; a success fails the test. */
  refused: <const O extends PanelOperation>(operation: O, ...input: Inputs<O>) => Promise<string>
}

type AnyInput = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** The origin of `BASE_URL` in tests. */
export const origin = 'http://dray.test'

/** `origin` is that of `BASE_URL`, where it is another one than usual. */
type Site = Pick<TestDray, 'url'> & { origin?: string }

export function openBrowser(
  { url, origin: ours = origin }: Site,
  more: Record<string, string> = {},
): StaffBrowser {
  const cookies = new Map<string, string>()
  const send = async (operation: PanelOperation, input: AnyInput) => {
    const { body, headers = {} } = input
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url + pathOf(operation, input), {
      method: operation.method,
      headers: {
        origin: ours,
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    keepCookies(cookies, response.headers)
    const answer = { status: response.status, headers: response.headers, text }
    assertAdminConforms(operation, answer)
    return { ...answer, body: asJson(answer) }
  }
  /** Repeats a request that a busy machine refused before anything was done (503), as the panel does. */
  const call = async (
    operation: PanelOperation,
    input: AnyInput = {},
    tries = 3,
  ): ReturnType<typeof send> => {
    const answer = await send(operation, input)
    if (answer.status !== 503 || tries === 1) return answer
    await setTimeout(1_000 * Number(answer.headers.get('retry-after') ?? 1))
    return call(operation, input, tries - 1)
  }
  return {
    cookies,
    call: (operation, input?: AnyInput) => call(operation, input) as never,
    async ok(operation, input?: AnyInput) {
      const { status, body, text } = await call(operation, input)
      assert.ok(status < 300, `${operation.operationId} → ${status} ${text.slice(0, 500)}`)
      return body as never
    },
    async refused(operation, input?: AnyInput) {
      const { status, body, text } = await call(operation, input)
      assert.ok(status >= 400, `${operation.operationId} → ${status} ${text.slice(0, 500)}`)
      return `${status} ${(body as AdminError).error}`
    },
  }
}

const asJson = ({ text, headers }: { text: string; headers: Headers }): unknown =>
  text && headers.get('content-type') === 'application/json' ? JSON.parse(text) : undefined

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (value) cookies.set(name, value)
    else cookies.delete(name)
  }
}

export function pathOf({ url }: PanelOperation, { params = {}, query = {} }: AnyInput): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return search.size > 0 ? `${path}?${search.toString()}` : path
}

/** A member of staff with a password and an authenticator app, signed in. */
export type Staff = StaffBrowser & {
  memberId: string
  loginName: string
  secret: string
  recoveryCodes: string[]
}

/** In the body of acts on members. */
export const because = { reason: 'agreed with the owner' }

export const password = 'correct horse battery'

export const tokenOf = (link: string): string => link.split('#')[1] ?? assert.fail('no token in the link')

let names = 0

/** Follows an invitation: password, authenticator app, signed in. */
export async function join(app: Site, token: string): Promise<Staff> {
  const browser = openBrowser(app)
  const loginName = `member${++names}@dray.test`
  const { challenge_id, secret } = await browser.ok(setPassword, {
    body: { token, login_name: loginName, password },
  })
  const { me, recovery_codes } = await browser.ok(confirmTotp, {
    params: { challenge_id },
    body: { token, code: totpCode(secret) },
  })
  return { ...browser, memberId: me.member_id, loginName, secret, recoveryCodes: recovery_codes }
}

/** The first owner, by the link that the first start prints. */
export async function joinAsOwner(app: TestDray): Promise<Staff> {
  const link = await ownerLink(app.db.kysely, origin)
  return join(app, tokenOf(link ?? assert.fail('there is an owner already')))
}

export async function joinAs(app: TestDray, owner: Staff, role: StaffRole): Promise<Staff> {
  await stepUp(app, owner)
  const { link } = await owner.ok(inviteMember, { body: { name: `New ${role}`, role, ...because } })
  return join(app, tokenOf(link))
}

/** A member of staff, invited by a command. */
export async function joinAsStaff(app: TestDray, role: StaffRole): Promise<Staff> {
  const order = { partnerId: null, name: `New ${role}`, role, language: 'en' as const, by: byOperator() }
  return join(app, (await inviteByCommand(app.db, order)).token)
}

/** What the authenticator app shows. */
export const totpCode = (secret: string, timestamp = Date.now()): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })

/** A code that was not used: forgets that an earlier one of these 30 seconds was. */
export async function freshCode({ db }: TestDray, { memberId, secret }: Staff): Promise<string> {
  await db.pool.query('update member_password set last_totp_step = 0 where member_id = $1', [memberId])
  return totpCode(secret)
}

export async function stepUp(app: TestDray, staff: Staff): Promise<void> {
  await staff.ok(stepUpWithCode, { body: { code: await freshCode(app, staff) } })
}
