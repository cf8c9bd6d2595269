import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { subscribePush } from '#contract/app/live.ts'
import { readMyNotices, switchMyNotice } from '#contract/app/notices.ts'
import { kindsOver, noticeChannels, noticeRules, switchableKinds } from '#contract/notice-rules.ts'
import { type NoticeKind, noticeKinds } from '#contract/vocabulary.ts'
import { ConfigError } from '../../server/config/config-error.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { deliverNotices } from '../../server/jobs/notices/deliver.ts'
import { outbox } from '../../server/sms/providers/outbox.ts'
import { noticeNeeds } from '../../server/start/connect-texts.ts'
import { en } from '../../web/src/texts/account/en.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmAddress, mailNode } from '../support/mails.ts'
import { type Market, openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { startPushService } from '../support/push-service.ts'

/* Decision 70: one table says which notice goes over which channel; the operator and the person switch. */
const [server, service] = [await startMailServer(), await startPushService()]
const caps = { SMS_NOTICES_PER_PERSON_PER_DAY: '1000', SMS_NOTICES_PER_PERSON_PER_JOB: '1000' }
const market = await openMarket({ ...server.env, ...service.env, ...caps })
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
const node = mailNode(market.app, server)

/** Over which channels each kind of notice is written for a person. */
async function channelsOf({ app }: Market, { accountId }: Person, kinds: readonly NoticeKind[], off = '') {
  const { pool } = app.db
  await pool.query('delete from notice where account_id = $1', [accountId])
  await pool.query(`insert into notice (account_id, kind) select $1, unnest($2::text[])`, [
    accountId,
    [...kinds],
  ])
  const config = readConfig({ ...server.env, ...caps, NOTICES_OFF: off })
  const needs = {
    kysely: app.db.kysely,
    smsProviders: [outbox.connect({})] as const,
    sendsMail: true,
    ...noticeNeeds(config, null),
  }
  await deliverNotices(needs, new AbortController().signal)
  const { rows } = await pool.query<{ kind: NoticeKind; channels: string[] }>(
    `select kind, array_remove(array[
       case when exists (select from push where push.notice_id = notice.id) then 'push' end,
       case when exists (select from sms where sms.notice_id = notice.id) then 'sms' end,
       case when exists (select from mail where mail.notice_id = notice.id) then 'mail' end], null) as channels
     from notice where account_id = $1`,
    [accountId],
  )
  return Object.fromEntries(rows.map(({ kind, channels }) => [kind, channels])) as Record<
    NoticeKind,
    string[]
  >
}

const subscribe = (person: Person) => person.ok(subscribePush, { body: service.subscription() })

test('every kind, with a device, a mail address, both or none: each person has a channel for money', async () => {
  for (const [hasDevice, hasMail] of [
    [false, false],
    [true, false],
    [false, true],
    [true, true],
  ]) {
    const ana = await market.person('Ana')
    if (hasDevice) await subscribe(ana)
    if (hasMail) await confirmAddress(ana, server, node.send)
    const reached = await channelsOf(market, ana, noticeKinds)
    for (const kind of noticeKinds) {
      const { channels, isAboutMoney } = noticeRules[kind]
      const wanted = channels.filter(
        (channel) =>
          (channel === 'push' && hasDevice) ||
          (channel === 'sms' && !hasDevice) ||
          (channel === 'mail' && hasMail),
      )
      assert.deepEqual(reached[kind], wanted, `${kind}, device ${hasDevice}, mail ${hasMail}`)
      if (isAboutMoney) assert.ok(reached[kind].length > 0, kind)
    }
  }
})

test('a person switches every kind off that is not about money, and gets each that is', async () => {
  const ana = await market.person('Ana')
  await subscribe(ana)
  await confirmAddress(ana, server, node.send)
  await market.app.db.pool.query(
    `insert into carrier (account_id, vehicle_size, vehicle, base_address, base_place, base_lat, base_lon, radius_km, status)
     values ($1, 'S', 'van', 'Calle Mayor 1', 'Madrid', 40.4, -3.7, 50, 'pending')`,
    [ana.accountId],
  )
  const { notices } = await ana.ok(readMyNotices)
  assert.deepEqual(notices.map(({ kind }) => kind).sort(), [...switchableKinds].sort())
  for (const { kind, channels } of notices)
    for (const { channel, on } of channels) {
      assert.equal(on, true)
      await ana.ok(switchMyNotice, { body: { kind, channel, on: false } })
    }
  const reached = await channelsOf(market, ana, noticeKinds)
  for (const kind of noticeKinds) {
    const { isAboutMoney } = noticeRules[kind]
    assert.equal(reached[kind].length > 0, isAboutMoney, kind)
  }
  const on = { kind: 'job_accepted', channel: 'mail', on: true } as const
  await ana.ok(switchMyNotice, { body: on })
  await ana.ok(switchMyNotice, { body: on })
  assert.deepEqual((await channelsOf(market, ana, ['job_accepted'])).job_accepted, ['mail'])
})

test('a text takes the place of a push that is switched off, as of one that cannot arrive', async () => {
  const ana = await market.person('Ana')
  await subscribe(ana)
  await ana.ok(switchMyNotice, { body: { kind: 'job_accepted', channel: 'push', on: false } })
  const reached = await channelsOf(market, ana, ['job_accepted', 'carrier_changed'])
  assert.deepEqual([reached.job_accepted, reached.carrier_changed], [['sms'], ['push']])
})

test('what is about money cannot be switched off, nor a channel that does not exist', async () => {
  const ana = await market.person('Ana')
  for (const kind of noticeKinds.filter((each) => noticeRules[each].isAboutMoney))
    for (const channel of noticeChannels) {
      const { status, body } = await ana.refused(switchMyNotice, { body: { kind, channel, on: false } })
      assert.deepEqual([status, body.error], [409, 'wrong_state'], kind)
    }
  const never = { kind: 'job_collected', channel: 'mail', on: false } as const
  assert.equal((await ana.refused(switchMyNotice, { body: never })).status, 409)
})

test('the switches of one person change nothing for another, and an erasure deletes them', async () => {
  const [ana, eva] = [await market.person('Ana'), await market.person('Eva')]
  await ana.ok(switchMyNotice, { body: { kind: 'job_accepted', channel: 'sms', on: false } })
  const listed = await eva.ok(readMyNotices)
  assert.ok(listed.notices.every(({ channels }) => channels.every(({ on }) => on)))
  const reached = await channelsOf(market, eva, ['job_accepted'])
  assert.deepEqual(reached.job_accepted, ['sms'])
  assert.deepEqual((await channelsOf(market, ana, ['job_accepted'])).job_accepted, [])
})

test('NOTICES_OFF: the operator takes channels away, and the app does not offer them', async () => {
  const NOTICES_OFF = 'job_posted:mail, job_accepted:push,job_cancelled_by_staff:mail'
  await using other = await openMarket({ ...server.env, ...service.env, NOTICES_OFF })
  const ana = await other.person('Ana')
  await confirmAddress(ana, server, mailNode(other.app, server).send)
  await ana.ok(subscribePush, { body: service.subscription() })
  const kinds = ['job_posted', 'job_accepted', 'job_cancelled_by_staff'] as const
  const reached = await channelsOf(other, ana, kinds, NOTICES_OFF)
  assert.deepEqual(
    kinds.map((kind) => reached[kind]),
    [['push'], ['sms', 'mail'], ['push']],
  )
  const { notices } = await ana.ok(readMyNotices)
  const offered = notices.find(({ kind }) => kind === 'job_accepted')
  assert.deepEqual(
    offered?.channels.map(({ channel, reaches }) => [channel, reaches]),
    [
      ['sms', true],
      ['mail', true],
    ],
  )
})

test('NOTICES_OFF cannot take the text away from what is about money, nor name what does not exist', () => {
  const faultsOf = (NOTICES_OFF: string): string[] => {
    try {
      readConfig({ NOTICES_OFF })
      return []
    } catch (error) {
      return error instanceof ConfigError ? error.faults : assert.fail(String(error))
    }
  }
  for (const kind of noticeKinds.filter((each) => noticeRules[each].isAboutMoney))
    if (noticeRules[kind].channels.includes('sms'))
      assert.match(faultsOf(`${kind}:sms`).join(), /about money/, kind)
  assert.match(faultsOf('job_lost:push').join(), /not a kind/)
  assert.match(faultsOf('job_nearby:mail').join(), /never sent by mail/)
  assert.match(faultsOf('job_nearby').join(), /must be a list/)
  assert.deepEqual(faultsOf('job_nearby:push'), [])
})

test('the table: what is about money has a text or its invoice, and the app has words for all that can be switched', () => {
  for (const kind of noticeKinds)
    if (noticeRules[kind].isAboutMoney) assert.ok(noticeRules[kind].channels.includes('sms'), kind)
  assert.deepEqual(Object.keys(en.notices.kinds).sort(), [...switchableKinds].sort())
  assert.deepEqual(kindsOver('push', []), [...noticeKinds])
})
