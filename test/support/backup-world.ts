import { acceptJob, collectJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { backup } from '../../server/backup/backup.ts'
import { disk } from '../../server/photos/storage/disk.ts'
import { openMarket } from './market.ts'
import { passTime } from './pass-time.ts'
import { fillWallet, readyPayouts } from './paying.ts'
import { startPhotoHost } from './photo-host.ts'
import { settleMoney } from './run-money-tasks.ts'

/**
 * Makes a small installation with something of everything that a restore has to bring back or to stop, and backs it up.
 * It uses only what the helpers of every version have, so it runs in a checkout of an older one too.
 */
export async function backUpWorld(file: string): Promise<void> {
  await using host = await startPhotoHost()
  await using market = await openMarket(host.env)
  const { app } = market
  const photos = [host.photo]
  const [customer, carrier] = [await market.person('Sample Customer'), await market.carrier()]
  await readyPayouts(app, carrier)
  const delivered = await market.accepted(customer, carrier, { title: 'Delivered', photos })
  const at = { params: { job_id: delivered.job_id } }
  await carrier.ok(collectJob, { ...at, body: {} })
  await passTime(app.db, '5 hours')
  await carrier.ok(deliverJob, { ...at, body: {} })
  const cancelled = await market.accepted(customer, carrier, { title: 'Cancelled' })
  const params = { job_id: cancelled.job_id }
  const { cancellation } = await customer.ok(readMyJob, { params })
  await customer.ok(cancelMyJob, { params, body: { fee_cents: cancellation?.fee_cents ?? 0 } })
  await fillWallet(customer, 2_500)
  await settleMoney(app)
  const accepted = await market.posted(customer, { title: 'Accepted', photos })
  await carrier.ok(acceptJob, { params: { job_id: accepted.job_id } })
  await market.posted(customer, { title: 'Posted' })
  await market.draft(customer, { title: 'Draft', photos })
  await market.draft(customer, { title: 'Expired', photos })
  for (const statement of inProgress) await app.db.pool.query(statement)
  for (const statement of ofLaterVersions) await app.db.pool.query(statement).catch(unlessTooOld)
  const storage = disk.connect({}, { dataDir: app.dataDir })
  await backup({ pool: app.db.pool, storage }, { file, force: true })
}

/** The data of a test does not change: only the draft for expiry expires. The numbers are reserved for drama. */
const inProgress = [
  `update job set expires_at = '2999-01-01' where title <> 'Expired'`,
  `update job set expires_at = now() where title = 'Expired'`,
  `update session set expires_at = '2999-01-01'`,
  `update account set phone = '+120255501' || right(phone, 2)`,
  `update job set customer_phone = '+120255501' || right(customer_phone, 2)`,
  `update sms set to_phone = '+120255501' || right(to_phone, 2)`,
  // A text that waits was called `pending` before migration 25.
  `update sms set sent_at = null, due_at = now(),
     status = case when exists (select from kysely_migration where name like '0025%') then 'due' else 'pending' end
   where job_id = (select id from job where title = 'Draft')`,
  `update payment_effect set status = 'running', due_at = now(), claim_id = gen_random_uuid()
   where id = (select max(id::text)::uuid from payment_effect where kind = 'authorize')`,
]

const ofLaterVersions = [
  `insert into audit_event (actor_type, actor_name, act, targets) values
   ('cli', 'Sample Operator', 'key.create', '[]'), ('system', 'dray', 'key.revoke', '[]')`,
  `insert into member (id, name, role, language) values (gen_random_uuid(), 'Sample Owner', 'owner', 'en')`,
  `insert into member_session (id, member_id, token_hash, device, expires_at)
   select gen_random_uuid(), id, '\\x01', 'Firefox', '2999-01-01' from member where role = 'owner'`,
]

/** 42P01, `undefined_table`: the version has no such rows. */
function unlessTooOld(error: unknown): void {
  if ((error as { code?: string }).code !== '42P01') throw error
}
