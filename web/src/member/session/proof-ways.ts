import { call } from '../../kit/api.ts'
import { presentPasskey } from '../../panel/passkey.ts'
import type { ProofWays } from '../../panel/proof-dialog.tsx'
import type { MemberMe, Surface } from '../surface.ts'
import { meIs } from './me.ts'

/**
 * How a member gives a fresh proof: with a passkey, with a code of the authenticator app, or with both to choose from.
 */
export const proofWaysOf = (surface: Surface, { has_passkey, has_password }: MemberMe): ProofWays => ({
  ...(has_passkey && { passkey: () => proveByPasskey(surface) }),
  ...(has_password && { code: (code) => proveByCode(surface, code) }),
})

async function proveByPasskey(surface: Surface): Promise<void> {
  const { startStepUp, finishStepUp } = surface.operations
  const { challenge_id, options } = await call(startStepUp, {})
  const credential = await presentPasskey(options)
  const { me } = await call(finishStepUp, { params: { challenge_id }, body: { credential } })
  meIs(surface, me)
}

async function proveByCode(surface: Surface, code: string): Promise<void> {
  const { me } = await call(surface.operations.stepUpWithCode, { body: { code } })
  meIs(surface, me)
}
