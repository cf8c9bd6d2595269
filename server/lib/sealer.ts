import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts texts of the database. A sealed text can be opened only in its own row. */
export type Sealer = {
  seal: (rowId: string, text: string) => Buffer
  /** Returns null when the text was sealed with another key or for another row, or was changed. */
  open: (rowId: string, sealed: Buffer) => string | null
}

/** AES-256-GCM with a random nonce: version, nonce, tag, ciphertext. `kind` separates the texts of each use. */
export function createSealer(key: Buffer, kind: string): Sealer {
  const bytesOf = (rowId: string): Buffer => Buffer.from(`${kind} ${rowId.toLowerCase()}`)
  return {
    seal(rowId, text) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(bytesOf(rowId))
      const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), hidden])
    },
    open(rowId, sealed) {
      const nonceEnd = 1 + nonceBytes
      const tagEnd = nonceEnd + tagBytes
      if (sealed[0] !== version || sealed.length < tagEnd) return null
      const nonce = sealed.subarray(1, nonceEnd)
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(bytesOf(rowId)).setAuthTag(sealed.subarray(nonceEnd, tagEnd))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

const algorithm = 'aes-256-gcm'
const version = 1
const nonceBytes = 12
const tagBytes = 16

/** Derives a 256-bit key for one use (HKDF, RFC 5869). It reveals neither the secret key nor the keys of other uses. */
export const deriveKey = (secretKey: Buffer, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, '', `dray ${use}`, 32))
