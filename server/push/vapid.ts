import type { Kysely } from 'kysely'
import webPush from 'web-push'
import { installationSecret } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/** Keys that identify this installation to push services (RFC 8292). Fixed: browsers subscribe with the public key. */
export const readVapidKeys = (kysely: Kysely<Tables>): Promise<VapidKeys> =>
  installationSecret(kysely, 'push_keys', () => webPush.generateVAPIDKeys())

/** Signs a request to a made-up push service. @throws Error when the keys or the contact are not valid. */
export function signsWith({ publicKey, privateKey }: VapidKeys, contact: string): void {
  webPush.getVapidHeaders('https://push.example', contact, publicKey, privateKey, 'aes128gcm')
}
