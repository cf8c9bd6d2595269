import type { Kysely } from 'kysely'
import { installationSecret } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/** Keys that identify this installation to push services (RFC 8292). Fixed: browsers subscribe with the public key. */
export const readVapidKeys = (kysely: Kysely<Tables>): Promise<VapidKeys> =>
  installationSecret(kysely, 'push_keys', async () => (await loadWebPush()).generateVAPIDKeys())

/** Loaded when first used: most installations have no device for a while, and the package has dependencies. */
const loadWebPush = async () => (await import('web-push')).default

/** Signs a request to a made-up push service. @throws Error when the keys or the contact are not valid. */
export async function signsWith({ publicKey, privateKey }: VapidKeys, contact: string): Promise<void> {
  const webPush = await loadWebPush()
  webPush.getVapidHeaders('https://push.example', contact, publicKey, privateKey, 'aes128gcm')
}
