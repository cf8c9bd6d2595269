import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { endWaitingCodes } from '../accounts/code-store.ts'
import { fingerprintName, type Recorded } from '../config/recorded-settings.ts'
import {
  createSecretKeyFile,
  findSecretKey,
  type KeySource,
  type SecretKey,
  secretKeyFileIn,
} from '../config/secret-key-file.ts'
import { type By, recordAudit } from '../db/audit.ts'
import { lockSettings, readSettings, writeSettings } from '../db/installation-settings.ts'
import type { Tables } from '../db/tables.ts'
import { OperatorError } from '../lib/operator-error.ts'
import { createSealer, deriveKey, type Sealer } from '../lib/sealer.ts'
import { createMailCodes, endConfirmations, type MailCodes } from '../mail/confirmation.ts'
import { endAuthenticatorApps } from '../members/end-access.ts'
import { type BodySealer, createBodySealer } from '../sms/sealed-body.ts'
import { type Finding, inEnglish } from '../texts/coded.ts'
import { texts } from '../texts/index.ts'

/** Identifies a key without revealing its bytes. */
export const fingerprintOf = (secretKey: Buffer): string =>
  deriveKey(secretKey, 'fingerprint').subarray(0, 8).toString('hex')

/**
 * Result of comparing this machine's key with the recorded one. `none`: no key exists yet; `unrecorded`: no server has
 * run with this key yet; `absent`: the installation has a key and this machine has no key.
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

/**
 * Returns the secret key of a server or worker. The first start creates a missing key and records its fingerprint;
 * after that, only processes with this key can start.
 *
 * @throws OperatorError that names the remedy.
 */
export async function settleSecretKey(
  kysely: Kysely<Tables>,
  source: KeySource,
  log: Pick<Logger, 'info'>,
): Promise<Buffer> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const match = matchSecretKey(source, await readSettings(trx))
    refuseOtherKey(match, source)
    const { key, from } = match.found ?? createSecretKeyFile(source.dataDir)
    if (match.state === 'none')
      log.info({ file: from }, 'made the secret key: other machines need it too, and backups do not hold it')
    if (match.recorded === null) await writeSettings(trx, { [fingerprintName]: fingerprintOf(key) })
    return key
  })
}

/** One label for each use of the secret key. If a label changes, data written with its key becomes unreadable. */
const labels = {
  codePepper: 'sign-in codes',
  lookUps: 'look-up counts',
  searches: 'searches of members',
  smsBody: 'sms bodies',
  memberTotp: 'member totp',
  mailPepper: 'mail codes',
  mailSeal: 'mail bodies',
}

export const codePepper = (secretKey: Buffer): Buffer => deriveKey(secretKey, labels.codePepper)

export const lookUpPepper = (secretKey: Buffer): Buffer => deriveKey(secretKey, labels.lookUps)

/** Proves that a page belongs to a search that was recorded. */
export const searchKey = (secretKey: Buffer): Buffer => deriveKey(secretKey, labels.searches)

export const bodySealer = (secretKey: Buffer): BodySealer =>
  createBodySealer(deriveKey(secretKey, labels.smsBody))

/** Seals the secrets that authenticator apps of members share with the service. */
export const memberSealer = (secretKey: Buffer): Sealer =>
  createSealer(deriveKey(secretKey, labels.memberTotp), 'member')

/** The codes that confirm mail addresses. */
export const mailCodes = (secretKey: Buffer): MailCodes =>
  createMailCodes(deriveKey(secretKey, labels.mailPepper), mailSealer(secretKey))

export const mailSealer = (secretKey: Buffer): Sealer =>
  createSealer(deriveKey(secretKey, labels.mailSeal), 'mail')

type ReplacedKey = {
  from: string
  fingerprint: string
  before: string | null
  codesEnded: number
  appsEnded: number
}

/**
 * Records this machine's key in place of the recorded one, and creates a missing key. Pending codes are ended, because
 * they were hashed and sealed with the old key, and so are the authenticator apps of members.
 *
 * @throws OperatorError when this machine's key is already the recorded one.
 */
export async function replaceSecretKey(
  kysely: Kysely<Tables>,
  source: KeySource,
  by: By,
): Promise<ReplacedKey> {
  return kysely.transaction().execute(async (trx) => {
    await lockSettings(trx)
    const { state, found, recorded } = matchSecretKey(source, await readSettings(trx))
    if (found && state === 'fits') throw new OperatorError(unchanged(found.from, source))
    const { key, from } = found ?? createSecretKeyFile(source.dataDir)
    const fingerprint = fingerprintOf(key)
    await writeSettings(trx, { [fingerprintName]: fingerprint })
    const codesEnded = await endWaitingCodes(trx)
    await endConfirmations(trx, 'all')
    const appsEnded = await endAuthenticatorApps(trx)
    await recordAudit(trx, {
      ...by,
      act: 'installation.rekey',
      targets: [{ type: 'setting', id: 'SECRET_KEY' }],
      changes: { [fingerprintName]: { from: recorded, to: fingerprint } },
    })
    return { from, fingerprint, before: recorded, codesEnded, appsEnded }
  })
}

const unchanged = (from: string, { dataDir }: KeySource): string =>
  `${from} is the key that this installation runs with, so nothing was changed. To replace it, ${
    from === 'SECRET_KEY' ? 'set SECRET_KEY to a new one' : `remove ${secretKeyFileIn(dataDir)}`
  } and run this again.`
