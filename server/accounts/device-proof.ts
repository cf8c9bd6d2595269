import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { installationKey } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

/**
 * A value that a browser keeps after a sign-in, also after the sign-out: an HMAC of the number. It cannot be used to
 * sign in; it only proves that this device has signed in with the number before.
 */
export type DeviceProof = {
  of: (phone: string) => Promise<string>
  proves: (value: string, phone: string) => Promise<boolean>
}

export function createDeviceProof({ kysely }: { kysely: Kysely<Tables> }): DeviceProof {
  const readKey = installationKey(kysely, 'device_key')
  const hash = async (phone: string) =>
    createHmac('sha256', await readKey())
      .update(`device\0${phone}`)
      .digest()
  return {
    of: async (phone) => (await hash(phone)).toString('base64url'),
    async proves(value, phone) {
      const [given, expected] = [Buffer.from(value, 'base64url'), await hash(phone)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}
