import assert from 'node:assert/strict'
import { findSecretKey } from '../../server/config/secret-key-file.ts'
import { bodyOf, type StoredBody } from '../../server/sms/sealed-body.ts'
import { bodySealer } from '../../server/start/secret-key.ts'

/** The body of an SMS, decrypted with the key in the data folder, like in a command. */
export function decryptedBody({ dataDir }: { dataDir: string }, text: StoredBody): string {
  if (text.sealedBody === null) return text.body
  const { key } = findSecretKey({ secretKey: null, dataDir }) ?? assert.fail(`no secret key in ${dataDir}`)
  return bodyOf(bodySealer(key), text) ?? ''
}
