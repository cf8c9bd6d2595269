import { ApiError } from '../kit/api.ts'

/** The person closed the dialog that asked for a fresh proof, so the act was not sent. */
export class ProofCancelled extends Error {}

/**
 * Does the act. If the server asks for a fresh proof (`step_up_required`), opens the dialog for it and retries the act.
 *
 * @throws ProofCancelled if the person closes the dialog.
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'step_up_required') throw error
    await askForProof()
    return act()
  }
}

/** Opens the dialog; several acts wait for the same proof. */
export function askForProof(): Promise<void> {
  return new Promise((resolve, reject) => set([...waiting, { resolve, reject }]))
}

/** Lets the acts that wait go on: the server has accepted the proof. */
export const acceptProof = (): void => {
  for (const { resolve } of waiting) resolve()
  set([])
}

/** Ends the acts that wait: the person closed the dialog. */
export const cancelProof = (): void => {
  for (const { reject } of waiting) reject(new ProofCancelled())
  set([])
}

/** For `useSyncExternalStore`: whether an act waits for a proof. */
export const isProofAwaited = (): boolean => waiting.length > 0

export function onProofAwaited(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

let waiting: { resolve: () => void; reject: (error: Error) => void }[] = []
const listeners = new Set<() => void>()

function set(next: typeof waiting): void {
  waiting = next
  for (const changed of listeners) changed()
}
