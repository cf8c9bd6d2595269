import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { JobSize, JobStatus, KeyMode, Language } from '#contract/vocabulary.ts'

/** The rows of `migrations/`, as Kysely reads and writes them. `tables.test.ts` holds them to the database. */
export type Tables = {
  partner: PartnerTable
  api_key: ApiKeyTable
  api_key_secret: ApiKeySecretTable
  tariff: TariffTable
  job: JobTable
  job_event: JobEventTable
  photo: PhotoTable
  sms: SmsTable
  idempotency_key: IdempotencyKeyTable
  geocode_cache: GeocodeCacheTable
  postcode: PostcodeTable
  admin_sign_in: AdminSignInTable
  installation_secret: InstallationSecretTable
  account: AccountTable
  phone_challenge: PhoneChallengeTable
  session: SessionTable
}

type Instant = ColumnType<Date, Date | string | undefined, Date | string>
type MaybeInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>

type PartnerTable = {
  id: string
  company_name: string
  sms_language: Language | null
  suspended_at: MaybeInstant
  created_at: Instant
}

type ApiKeyTable = {
  id: string
  partner_id: string
  mode: KeyMode
  rate_limit_per_minute: number
  revoked_at: MaybeInstant
  last_used_at: MaybeInstant
  created_at: Instant
}

type ApiKeySecretTable = {
  hash: Buffer
  key_id: string
  prefix: string
  last_four: string
  created_at: Instant
  replaced_at: MaybeInstant
}

type TariffTable = {
  id: string
  partner_id: string | null
  starts_at: Instant
  terms: JSONColumnType<object>
  created_at: Instant
}

type JobTable = {
  id: string
  short_id: string
  key_id: string | null
  mode: KeyMode
  status: JobStatus
  external_reference: string | null
  external_reference_nfc: string | null
  title: string
  description: string | null
  size: JobSize
  customer_phone: string
  pickup: JSONColumnType<object>
  dropoff: JSONColumnType<object>
  route: JSONColumnType<object>
  duration_minutes: number
  tariff_id: string
  price: JSONColumnType<object>
  created_at: Instant
  updated_at: Instant
  expires_at: Instant
}

type JobEventTable = {
  id: Generated<number>
  job_id: string
  at: Instant
  actor: 'partner' | 'customer' | 'carrier' | 'staff' | 'system'
  actor_id: string | null
  from_status: JobStatus | null
  to_status: JobStatus | null
  reason: string
}

type PhotoTable = {
  name: string
  job_id: string | null
  position: number
  bytes: number
  width: number
  height: number
  created_at: Instant
}

export type SmsStatus = 'pending' | 'sending' | 'sent' | 'failed' | 'unknown'

type SmsTable = {
  id: string
  job_id: string | null
  challenge_id: string | null
  key_id: string | null
  mode: KeyMode
  to_phone: string
  body: string
  provider: string
  status: SmsStatus
  attempts: Generated<number>
  unknown_outcomes: Generated<number>
  due_at: Instant
  claim_id: string | null
  give_up_at: Instant
  provider_message_id: string | null
  last_error: string | null
  created_at: Instant
  sent_at: MaybeInstant
}

type IdempotencyKeyTable = {
  key_id: string
  idempotency_key: string
  request_hash: Buffer
  claim_id: string
  lease_until: Instant
  job_id: string | null
  sms_sent: boolean | null
  created_at: Instant
}

type GeocodeCacheTable = {
  key: Buffer
  outcome: JSONColumnType<object>
  expires_at: Instant
}

type PostcodeTable = {
  country: string
  postcode: string
  place: string
  province: string
  municipality_code: string | null
  lat: number
  lon: number
  accuracy: number | null
}

type AdminSignInTable = {
  token_hash: Buffer
  expires_at: Instant
  used_at: MaybeInstant
  created_at: Instant
}

type InstallationSecretTable = {
  name: string
  value: JSONColumnType<object>
  created_at: Instant
}

type AccountTable = {
  id: string
  phone: string
  name: string | null
  language: Generated<Language>
  suspended_at: MaybeInstant
  created_at: Instant
}

type PhoneChallengeTable = {
  id: string
  phone: string
  client_address: string
  code_hash: Buffer | null
  checks: Generated<number>
  used_at: MaybeInstant
  expires_at: Instant
  created_at: Instant
}

type SessionTable = {
  id: string
  account_id: string
  token_hash: Buffer
  kind: 'web' | 'native'
  device: string
  last_seen_at: Instant
  expires_at: Instant
  ended_at: MaybeInstant
  created_at: Instant
}
