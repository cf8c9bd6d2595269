import type { Kysely } from 'kysely'
import webPush from 'web-push'
import { installationSecret } from '../db/installation-secret.ts'
import type { Tables } from '../db/tables.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/** By which push services know this installation (RFC 8292). Browsers subscribe to the public one, so they never change. */
export const readVapidKeys = (kysely: Kysely<Tables>): Promise<VapidKeys> =>
  installationSecret(kysely, 'push_keys', () => webPush.generateVAPIDKeys())
