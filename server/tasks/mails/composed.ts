import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/sealer.ts'
import type { Letter } from '../../mail/letter.ts'

/** What composing a mail of any kind needs. */
export type ComposeNeeds = {
  kysely: Kysely<Tables>
  mailSealer: Sealer
  mailTexts: { serviceName: string; baseUrl: string }
}

export type Composed = Letter & { to: string; attachment: { name: string; bytes: Buffer } | null }
