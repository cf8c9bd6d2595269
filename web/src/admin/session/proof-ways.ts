import type { StaffMe } from '#contract/admin/common.ts'
import { finishStepUp, startStepUp, stepUpWithCode } from '#contract/admin/own-access.ts'
import { call } from '../../kit/api.ts'
import { presentPasskey } from '../../panel/passkey.ts'
import { askForProof } from '../../panel/proof.ts'
import type { ProofWays } from '../../panel/proof-dialog.tsx'
import { meIs } from './me.ts'

/** How a member gives a fresh proof: with a passkey, with a code of the authenticator app, or with both to choose from. */
export const proofWaysOf = ({ has_passkey, has_password }: StaffMe): ProofWays => ({
  ...(has_passkey && { passkey: proveByPasskey }),
  ...(has_password && { code: proveByCode }),
})

async function proveByPasskey(): Promise<void> {
  const { challenge_id, options } = await call(startStepUp, {})
  const credential = await presentPasskey(options)
  const { me } = await call(finishStepUp, { params: { challenge_id }, body: { credential } })
  meIs(me)
}

async function proveByCode(code: string): Promise<void> {
  const { me } = await call(stepUpWithCode, { body: { code } })
  meIs(me)
}

/** Asks for a fresh proof now if the one there is ends within a minute: for an act that is sent later. */
export async function proveAhead({ stepped_up_until }: StaffMe): Promise<void> {
  if (!stepped_up_until || Date.parse(stepped_up_until) < Date.now() + 60_000) await askForProof()
}
