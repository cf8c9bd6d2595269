import { fingerprintName, type Recorded } from '../config/recorded-settings.ts'
import { findSecretKey, type KeySource, type SecretKey, secretKeyFileIn } from '../config/secret-key-file.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { deriveKey } from '../lib/sealer.ts'
import { type Finding, inEnglish } from '../texts/coded.ts'
import { texts } from '../texts/index.ts'

/** Identifies a key without revealing its bytes. */
export const fingerprintOf = (secretKey: Buffer): string =>
  deriveKey(secretKey, 'fingerprint').subarray(0, 8).toString('hex')

/**
 * Result of comparing this machine's key with the recorded one. `none`: neither exists yet; `unrecorded`: no server has
 * run with this key yet; `absent`: the installation has a key and this machine has none.
 */
export type KeyMatch = {
  state: 'fits' | 'other' | 'absent' | 'unrecorded' | 'none'
  found: SecretKey | null
  fingerprint: string | null
  recorded: string | null
}

export function matchSecretKey(source: KeySource, settings: Recorded): KeyMatch {
  const found = findSecretKey(source)
  const fingerprint = found && fingerprintOf(found.key)
  const recorded = settings[fingerprintName] ?? null
  const state = stateOf(fingerprint, recorded)
  return { state, found, fingerprint, recorded }
}

function stateOf(fingerprint: string | null, recorded: string | null): KeyMatch['state'] {
  if (fingerprint === null) return recorded === null ? 'none' : 'absent'
  if (recorded === null) return 'unrecorded'
  return fingerprint === recorded ? 'fits' : 'other'
}

/** @throws OperatorError when the installation uses another key, or this machine lacks the key. */
export function refuseOtherKey(match: KeyMatch, { dataDir }: Pick<KeySource, 'dataDir'>): void {
  if (match.state === 'other' || match.state === 'absent')
    throw new OperatorError(
      `${inEnglish(mismatch(match, dataDir))}\n${texts.en.doctor.remedies.giveSecretKey}`,
    )
}

/** Describes the problem of a key that is `other` or `absent`, in one sentence. */
export const mismatch = ({ state, found, fingerprint, recorded }: KeyMatch, dataDir: string): Finding =>
  state === 'absent'
    ? ['secretKeyAbsent', secretKeyFileIn(dataDir)]
    : ['secretKeyOther', found?.from ?? '', fingerprint ?? '', recorded ?? '']
