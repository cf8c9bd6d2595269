import assert from 'node:assert/strict'
import {
  askMyAlertAddress,
  confirmMyAlertAddress,
  subscribeMyAlerts,
  testMyAlerts,
} from '#contract/admin/alerts.ts'
import { findSecretKey } from '../../server/config/secret-key-file.ts'
import { newId } from '../../server/lib/ids.ts'
import { mailSealer } from '../../server/start/secret-key.ts'
import type { AuditedOperation } from './audited-operation.ts'
import type { Sent } from './authority-cells.ts'
import type { TestDray } from './dray.ts'
import type { Staff } from './staff.ts'

type Scene = { app: TestDray; owner: Staff }

/** A mail server and a webhook that are not asked in these tests. */
export const alertReceivers = {
  MAIL_URL: 'smtp://127.0.0.1:9?tls=off',
  MAIL_FROM: 'hello@dray.example',
  ALERT_WEBHOOK_URL: 'https://hooks.example.com/x',
  ALERT_WEBHOOK_SECRET: `whsec_${'b'.repeat(32)}`,
}

const act = 'member.change_alerts'
const device = (name: string) => ({
  endpoint: `https://push.example.org/${name}`,
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
})

/** Each change of a member's alerts. */
export const auditedAlerts: Record<string, (scene: Scene) => Promise<AuditedOperation>> = {
  switchMyAlerts: async () => ({
    act,
    input: { body: { kinds: ['hold_ends', 'job_owed'], channel: 'mail', on: false } },
  }),
  askMyAlertAddress: async () => ({ act, input: { body: { address: 'asked@mail.example' } } }),
  async confirmMyAlertAddress(scene) {
    return { act, input: { body: { code: await askedCode(scene) } } }
  },
  async removeMyAlertAddress(scene) {
    const code = await askedCode(scene)
    await scene.owner.ok(confirmMyAlertAddress, { body: { code } })
    return { act, input: {} }
  },
  subscribeMyAlerts: async () => ({ act, input: { body: device('audited') } }),
  async unsubscribeMyAlerts({ owner }) {
    await owner.ok(subscribeMyAlerts, { body: device('dropped') })
    return { act, input: {} }
  },
  testMyAlerts: async ({ owner }) => ({ act: tested, input: await newTest(owner) }),
  testAlertWebhook: async () => ({ act: tested, input: { params: { test_id: newId() } } }),
}

const tested = 'member.test_alerts'

async function newTest(owner: Staff) {
  await owner.ok(subscribeMyAlerts, { body: device('tested') })
  return { params: { test_id: newId() }, body: { channel: 'push' as const } }
}

/** A test that its member has sent before. */
export async function sentTest(owner: Staff): Promise<Sent> {
  const input = await newTest(owner)
  await owner.ok(testMyAlerts, input)
  return { input }
}

/** Also of a member who may not send one any longer. */
export async function sentWebhookTest({ app, owner }: Scene): Promise<Sent> {
  const test_id = newId()
  await app.db.pool.query(
    `insert into alert (id, member_id, says, entries, status) values ($1, $2, 'test', '[]', 'none')`,
    [test_id, owner.memberId],
  )
  return { input: { params: { test_id } } }
}

let addresses = 0

/**
 * The code in the newest mail that waits, which no server gets. Each call asks for a new address, because the fourth
 * code to one address in a day is kept back.
 */
async function askedCode({ app, owner }: Scene): Promise<string> {
  await owner.ok(askMyAlertAddress, { body: { address: `member-${addresses++}@mail.example` } })
  const { rows } = await app.db.pool.query<{ id: string; sealed_code: Buffer }>(
    `select id, sealed_code from mail where member_id = $1 and sealed_code is not null order by created_at desc limit 1`,
    [owner.memberId],
  )
  const [mail] = rows
  const { key } = findSecretKey({ secretKey: null, dataDir: app.dataDir }) ?? assert.fail('no secret key')
  return (mail && mailSealer(key).open(mail.id, mail.sealed_code)) ?? assert.fail('no code waits')
}
