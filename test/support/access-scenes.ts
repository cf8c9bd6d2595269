import type { inviteMember } from '#contract/admin/members.ts'
import type {
  finishPasskeyRegistration,
  setPassword,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '#contract/admin/session.ts'
import type { Sent } from './authority-cells.ts'
import type { TestDray } from './dray.ts'
import { newPasskey } from './passkey.ts'
import { because, freshCode, password, type Staff, type StaffBrowser, tokenOf, totpCode } from './staff.ts'

export type AccessCallers = {
  /** A new browser of nobody. */
  browser: () => StaffBrowser
  changeSecret: (staff: Staff, secret: string) => void
}

/** `caller` makes what belongs to one member, `maker` everything else. */
export type AccessStage = { app: TestDray; callers: AccessCallers; caller: Staff; maker: Staff }

/** The operations of the panel, or those of the partner's pages that are derived from them. */
export type AccessOperations = {
  inviteMember: typeof inviteMember
  startPasskeyRegistration: typeof startPasskeyRegistration
  finishPasskeyRegistration: typeof finishPasskeyRegistration
  setPassword: typeof setPassword
  startPasskeySignIn: typeof startPasskeySignIn
}

type Scene = (stage: AccessStage) => Promise<Sent>

const at = ({ challenge_id }: { challenge_id: string }, body: object) => ({
  input: { params: { challenge_id }, body },
})

let names = 0
const newName = () => `scene${++names}@dray.test`

/** The scenes of the rows of `accessRows` in `contract/member-authority.ts`, in their order. */
export function accessScenes(on: AccessOperations): Record<string, readonly Scene[]> {
  const invited = async ({ maker }: AccessStage): Promise<string> => {
    const body = { name: 'Eva', role: 'viewer' as const, ...because }
    return tokenOf((await maker.ok(on.inviteMember, { body })).link)
  }
  return {
    openInvitation: [async (stage) => ({ input: { body: { token: await invited(stage) } } })],
    startPasskeyRegistration: [
      async (stage) => ({ input: { body: { token: await invited(stage) } } }),
      async () => ({ input: { body: {} } }),
    ],
    finishPasskeyRegistration: [
      async (stage) => {
        const token = await invited(stage)
        const started = await stage.callers.browser().ok(on.startPasskeyRegistration, { body: { token } })
        return at(started, { token, credential: newPasskey().create(started.options) })
      },
      async ({ caller }) => {
        const started = await caller.ok(on.startPasskeyRegistration, { body: {} })
        return at(started, { credential: newPasskey().create(started.options) })
      },
    ],
    setPassword: [
      async (stage) => ({
        input: { body: { token: await invited(stage), login_name: newName(), password } },
      }),
      async () => ({ input: { body: { password } } }),
    ],
    ...signInScenes(on, invited),
  }
}

const signInScenes = (
  on: AccessOperations,
  invited: (stage: AccessStage) => Promise<string>,
): Record<string, readonly Scene[]> => ({
  confirmTotp: [
    async (stage) => {
      const body = { token: await invited(stage), login_name: newName(), password }
      const started = await stage.callers.browser().ok(on.setPassword, { body })
      return at(started, { token: body.token, code: totpCode(started.secret) })
    },
    async ({ caller, callers }) => {
      const started = await caller.ok(on.setPassword, { body: { password } })
      const done = () => callers.changeSecret(caller, started.secret)
      return { ...at(started, { code: totpCode(started.secret) }), done }
    },
  ],
  finishPasskeySignIn: [
    async ({ callers, maker }) => {
      const passkey = newPasskey()
      const registered = await maker.ok(on.startPasskeyRegistration, { body: {} })
      const { challenge_id } = registered
      const credential = passkey.create(registered.options)
      await maker.ok(on.finishPasskeyRegistration, { params: { challenge_id }, body: { credential } })
      const started = await callers.browser().ok(on.startPasskeySignIn)
      return at(started, { credential: passkey.get(started.options) })
    },
  ],
  startPasskeySignIn: [async () => ({ input: {} })],
  signInWithPassword: [
    async ({ app, maker }) => {
      const code = await freshCode(app, maker)
      return { input: { body: { login_name: maker.loginName, password, code } } }
    },
  ],
  staffSignOut: [async () => ({ input: {} })],
})
