import { askForProof } from '../../panel/proof.ts'
import type { MemberMe } from '../surface.ts'

/** Asks for a fresh proof now if the one there is ends within a minute: for an act that is sent later. */
export async function proveAhead({ stepped_up_until }: Pick<MemberMe, 'stepped_up_until'>): Promise<void> {
  if (!stepped_up_until || Date.parse(stepped_up_until) < Date.now() + 60_000) await askForProof()
}
