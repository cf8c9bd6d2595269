import { call } from '../../kit/api.ts'
import type { presentPasskey } from '../../panel/passkey.ts'
import type { Surface } from '../surface.ts'

/** A passkey for the challenge of a sign-in. */
export type Presented = { challenge_id: string; credential: Awaited<ReturnType<typeof presentPasskey>> }

/** Begins a sign-in, and gets the passkey from the browser in the given way. @throws ApiError, PasskeyError */
export async function presentFor(
  { operations: { startPasskeySignIn } }: Surface,
  present: typeof presentPasskey,
): Promise<Presented> {
  const { challenge_id, options } = await call(startPasskeySignIn, {})
  return { challenge_id, credential: await present(options) }
}
