import type { CarrierStatus } from '#contract/vocabulary.ts'
import { newId } from '../../server/lib/ids.ts'
import { newPhotoName } from '../../server/photos/name.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { scan } from './documents.ts'
import type { TestDray } from './dray.ts'
import { newPhone } from './no-secrets.ts'

type Scene = { app: TestDray }
type Prepared = { act: string; input: object }

const because = { reason: 'agreed by phone' }

const onAccount =
  (act: string) =>
  async ({ app }: Scene): Promise<Prepared> => {
    const { id } = await newAccount(app)
    if (act === 'account.resume')
      await app.db.pool.query('update account set suspended_at = now() where id = $1', [id])
    return { act, input: { params: { account_id: id }, body: because } }
  }

const onCarrier =
  (act: string, status: CarrierStatus) =>
  async ({ app }: Scene): Promise<Prepared> => {
    const { id } = await newAccount(app)
    const updated_at = await insertCarrier(app, { id, status })
    const seen = status === 'suspended' || act === 'carrier.approve' ? { updated_at } : {}
    return { act, input: { params: { account_id: id }, body: { told: because.reason, ...seen } } }
  }

const onDocument =
  (act: string, body?: object) =>
  async ({ app }: Scene): Promise<Prepared> => {
    const { id: account_id } = await newAccount(app)
    await insertCarrier(app, { id: account_id, status: 'approved' })
    const document_id = newId()
    await app.db.kysely
      .insertInto('carrier_document')
      .values({ id: document_id, account_id, kind: 'licence' })
      .execute()
    await insertPicture(app, document_id)
    return { act, input: { params: { account_id, document_id }, ...(body && { body }) } }
  }

const onPhoto =
  (act: string, body?: object) =>
  async ({ app }: Scene): Promise<Prepared> => ({
    act,
    input: { params: await insertPhoto(app), ...(body && { body }) },
  })

/** A carrier who waits for approval, as an entry of *Today*. */
export async function waitingCarrier(app: TestDray) {
  const { id } = await newAccount(app)
  await insertCarrier(app, { id, status: 'pending' })
  return { kind: 'carrier_waiting' as const, subject_id: id }
}

/** The operations about carriers and accounts that change something. */
export const auditedPeople: Record<string, (scene: Scene) => Promise<Prepared>> = {
  approveCarrier: onCarrier('carrier.approve', 'pending'),
  rejectCarrier: onCarrier('carrier.reject', 'pending'),
  suspendCarrier: onCarrier('carrier.suspend', 'approved'),
  resumeCarrier: onCarrier('carrier.reinstate', 'suspended'),
  acceptDocument: onDocument('document.accept', { expires_on: '2099-12-31' }),
  readDocumentPicture: onDocument('document.view'),
  readPhotoOfCarrier: onPhoto('carrier.view_photo'),
  removeCarrierPhoto: onPhoto('carrier.remove_photo', { told: because.reason }),
  async reviewCarrierChanges({ app }) {
    const { account_id } = await insertPhoto(app)
    const { rows } = await app.db.pool.query<{ updated_at: Date }>(
      'update carrier set updated_at = now() where account_id = $1 returning updated_at',
      [account_id],
    )
    const body = { updated_at: rows[0]?.updated_at.toISOString() }
    return { act: 'carrier.review_changes', input: { params: { account_id }, body } }
  },
  refuseDocument: onDocument('document.refuse', { told: because.reason }),
  async askForDocument({ app }) {
    const prepared = await onDocument('document.ask', because)({ app })
    await app.db.pool.query(
      `update carrier_document set status = 'accepted', decided_at = now(), expires_on = current_date where status = 'waiting'`,
    )
    return prepared
  },
  async readAccountByPhone({ app }) {
    const { phone } = await newAccount(app)
    return { act: 'account.search_phone', input: { body: { phone } } }
  },
  suspendAccount: onAccount('account.suspend'),
  resumeAccount: onAccount('account.resume'),
  exportAccount: onAccount('account.export'),
  eraseAccount: onAccount('account.erase'),
}

async function newAccount({ db }: TestDray): Promise<{ id: string; phone: string }> {
  const account = { id: newId(), phone: newPhone() }
  await db.kysely
    .insertInto('account')
    .values({ ...account, name: 'Ana', language: 'en' })
    .execute()
  return account
}

async function insertCarrier(
  { db }: TestDray,
  { id, status }: { id: string; status: CarrierStatus },
): Promise<string> {
  const updated = new Date('2026-03-01T10:00:00.000Z')
  await db.kysely
    .insertInto('carrier')
    .values({
      account_id: id,
      status,
      vehicle_size: 'M',
      vehicle: 'white van',
      base_address: 'Calle Mayor 1, 28013 Madrid',
      base_lat: 40.4168,
      base_lon: -3.7038,
      radius_km: 50,
      updated_at: updated,
    })
    .execute()
  return updated.toISOString()
}

/** The portrait of an approved carrier. */
async function insertPhoto(app: TestDray) {
  const { id: account_id } = await newAccount(app)
  await insertCarrier(app, { id: account_id, status: 'approved' })
  const picture_id = newId()
  await app.db.kysely
    .insertInto('carrier_document')
    .values({ id: picture_id, account_id, kind: 'portrait', status: 'accepted', decided_at: new Date() })
    .execute()
  await insertPicture(app, picture_id)
  return { account_id, picture_id }
}

async function insertPicture({ db, dataDir }: TestDray, document_id: string): Promise<void> {
  const picture = { name: newPhotoName(), bytes: scan.length, width: 60, height: 40, position: 0 }
  await db.kysely
    .insertInto('photo')
    .values({ ...picture, document_id })
    .execute()
  await disk.connect({}, { dataDir }).put(picture.name, scan)
}
