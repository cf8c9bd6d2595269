import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Kysely } from 'kysely'
import type { Static } from 'typebox'
import { saveCarrier, startPayoutSetup } from '#contract/app/carrier.ts'
import { uploadCarrierPhoto } from '#contract/app/sign-up.ts'
import { type CarrierPhotoKind, carrierPhotoKinds } from '#contract/carrier-profile.ts'
import { judgeCarrier } from '../../server/accounts/carriers/judge.ts'
import { startSession } from '../../server/accounts/session-store.ts'
import { type Account, changeAccount, ensureAccount } from '../../server/accounts/store.ts'
import type { Tables } from '../../server/db/tables.ts'
import { createKey } from '../../server/keys/administer.ts'
import { newId } from '../../server/lib/ids.ts'
import { createPartner } from '../../server/partners/administer.ts'
import { partnerExists } from '../../server/partners/store.ts'
import { sampleCarrierPhoto } from '../../server/sandbox/sample-carrier.ts'

export const people = {
  customer: { name: 'Ana Ruiz', phone: '+34600100101', page: '/app' },
  carrier: { name: 'Lucía Prieto', phone: '+34600100102', page: '/carrier' },
}
export type PersonName = keyof typeof people

const companyName = 'Muebles Rivera'

export type TestPartner = { companyName: string; partnerId: string; testKey: string; liveKey: string }

export type AccountNeeds = {
  kysely: Kysely<Tables>
  dataDir: string
  serviceName: string
  rateLimitPerMinute: number
  /** The URL of the server. */
  url: string
}

/** Creates the test accounts that are missing. @returns the partner with its keys. */
export async function ensureAccounts(needs: AccountNeeds): Promise<TestPartner> {
  await ensurePerson(needs.kysely, 'customer')
  await ensureCarrier(needs)
  return ensurePartner(needs)
}

/** The database has only hashes of the keys, so they are kept in a file of the data folder. */
async function ensurePartner(needs: AccountNeeds): Promise<TestPartner> {
  const { kysely, dataDir, serviceName: service, rateLimitPerMinute } = needs
  const file = path.join(dataDir, 'dev-partner.json')
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TestPartner) : null
  if (kept && (await partnerExists(kysely, kept.partnerId))) return kept
  const partnerId = newId()
  const by = { actor: { type: 'system' as const, name: 'npm run dev' } }
  await createPartner({ kysely }, { id: partnerId, companyName, smsLanguage: 'es', by })
  const keyOf = async (mode: 'test' | 'live') =>
    (await createKey({ kysely, service }, { partnerId, mode, rateLimitPerMinute, by })).apiKey
  const partner = { companyName, partnerId, testKey: await keyOf('test'), liveKey: await keyOf('live') }
  writeFileSync(file, JSON.stringify(partner), { mode: 0o600 })
  return partner
}

export async function ensurePerson(kysely: Kysely<Tables>, person: PersonName): Promise<Account> {
  const { name, phone } = people[person]
  const account = await ensureAccount(kysely, { id: newId(), phone, language: 'es' })
  if (account.name === null) await changeAccount(kysely, { accountId: account.id, name })
  return account
}

/** Signs the carrier up over HTTP, as the app does, and approves the profile, as the operator does. */
async function ensureCarrier({ kysely, url }: AccountNeeds): Promise<void> {
  const { id: accountId, carrierStatus } = await ensurePerson(kysely, 'carrier')
  if (carrierStatus !== null) return
  const token = await startSession(kysely, { accountId, kind: 'native', device: 'npm run dev' })
  const call = async (operation: { method: string; url: string }, body?: object) => {
    const { ok, status } = await fetch(url + operation.url, {
      method: operation.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: body ? JSON.stringify(body) : null,
    })
    if (!ok) throw new Error(`${operation.method} ${operation.url} answered ${status}`)
  }
  const uploadDrawn = async (kind: CarrierPhotoKind) => {
    const path = uploadCarrierPhoto.url.replace(':picture_id', newId())
    const { ok, status } = await fetch(`${url}${path}?kind=${kind}`, {
      method: uploadCarrierPhoto.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
      body: new Uint8Array(await buffer(sampleCarrierPhoto({ sampleOf: accountId, kind }).stream)),
    })
    if (!ok) throw new Error(`the ${kind} of the carrier: ${status}`)
  }
  const profile: Static<typeof saveCarrier.body> = {
    name: people.carrier.name,
    vehicle_size: 'L',
    vehicle: 'Furgoneta blanca',
    plate: '1234 BCD',
    base_address: 'Calle Mayor 1, 28013 Madrid',
    radius_km: 300,
  }
  const payout: Static<typeof startPayoutSetup.body> = { return_path: '/carrier' }
  await call(saveCarrier, profile)
  await call(startPayoutSetup, payout)
  for (const kind of carrierPhotoKinds) await uploadDrawn(kind)
  await judgeCarrier(kysely, { accountId, judgement: 'approve', by: { actor: { type: 'cli', name: 'dev' } } })
}
