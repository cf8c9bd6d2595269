import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts the SMS of codes in the database. A sealed text can be opened only in its own row. */
export type BodySealer = {
  seal: (smsId: string, body: string) => Buffer
  /** Returns null when the text was sealed with another key or for another row, or was changed. */
  open: (smsId: string, sealed: Buffer) => string | null
}

/** AES-256-GCM with a random nonce: version, nonce, tag, ciphertext. */
export function createBodySealer(key: Buffer): BodySealer {
  return {
    seal(smsId, body) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(bytesOf(smsId))
      const text = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), text])
    },
    open(smsId, sealed) {
      const nonceEnd = 1 + nonceBytes
      const tagEnd = nonceEnd + tagBytes
      if (sealed[0] !== version || sealed.length < tagEnd) return null
      const nonce = sealed.subarray(1, nonceEnd)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(bytesOf(smsId)).setAuthTag(sealed.subarray(nonceEnd, tagEnd))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

export type StoredBody = { id: string; body: string; sealedBody: Buffer | null }

/** The text of an SMS; null when it cannot be opened or was removed. */
export const bodyOf = (
  sealer: Pick<BodySealer, 'open'>,
  { id, body, sealedBody }: StoredBody,
): string | null => (sealedBody === null ? body : sealer.open(id, sealedBody)) || null

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16

const bytesOf = (smsId: string): Buffer => Buffer.from(`sms ${smsId.toLowerCase()}`)
