import { randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../lib/operator-error.ts'
import type { Config } from './read-config.ts'
import { parseSecretKey, secretKeyForm } from './secret-key.ts'

/** The sources of a secret key: the setting, else a file in `DATA_DIR`. */
export type KeySource = Pick<Config, 'secretKey' | 'dataDir'>

/** `from` is `SECRET_KEY` or the path of the file. */
export type SecretKey = { key: Buffer; from: string }

export const secretKeyFileIn = (dataDir: string): string => path.join(dataDir, 'secret.key')

/**
 * Returns the secret key of this machine, or null.
 *
 * @throws OperatorError when the file cannot be read or contains no valid key.
 */
export function findSecretKey({ secretKey, dataDir }: KeySource): SecretKey | null {
  if (secretKey) return { key: secretKey, from: 'SECRET_KEY' }
  const file = secretKeyFileIn(dataDir)
  const text = readFile(file)
  if (text === null) return null
  const key = parseSecretKey(text)
  if (key) return { key, from: file }
  throw new OperatorError(
    `${file} holds no secret key, which is ${secretKeyForm}.\nPut the right file back, or remove it and run: dray installation rekey`,
  )
}

/**
 * Creates the file, readable only by its owner. The file appears complete or not at all. If several processes create it
 * concurrently, one succeeds and all get its key.
 *
 * @throws OperatorError when the file cannot be written.
 */
export function createSecretKeyFile(dataDir: string): SecretKey {
  const file = secretKeyFileIn(dataDir)
  try {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    publish(file, `${randomBytes(32).toString('base64')}\n`)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      `Dray cannot write its secret key ${file} (${code}): make the folder writable for this user, or set SECRET_KEY to ${secretKeyForm}`,
      { cause: error },
    )
  }
  const made = findSecretKey({ secretKey: null, dataDir })
  if (!made) throw new OperatorError(`${file} was removed while Dray started: start it again`)
  return made
}

function readFile(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new OperatorError(
      `The secret key ${file} cannot be read (${code}): make it readable for the user that runs Dray, or set SECRET_KEY`,
      { cause: error },
    )
  }
}

/**
 * Syncs the file to disk before it returns: if a recorded key were lost in a power cut, no later start would succeed.
 */
function publish(file: string, text: string): void {
  const partial = `${file}.${randomUUID()}`
  try {
    writeSynced(partial, text)
    linkOrKeep(partial, file)
  } finally {
    fs.rmSync(partial, { force: true })
  }
  const folder = fs.openSync(path.dirname(file), 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

function writeSynced(file: string, text: string): void {
  const handle = fs.openSync(file, 'wx', 0o600)
  try {
    fs.fchmodSync(handle, 0o600)
    fs.writeSync(handle, text)
    fs.fsyncSync(handle)
  } finally {
    fs.closeSync(handle)
  }
}

/**
 * A hard link never replaces a file. Where hard links are not supported, the callers' lock on the settings prevents a
 * race.
 */
function linkOrKeep(partial: string, file: string): void {
  try {
    fs.linkSync(partial, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' || fs.existsSync(file)) return
    fs.renameSync(partial, file)
  }
}
