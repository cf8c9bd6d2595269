import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  perlCentreMissing,
  receipt,
  smppAccount,
  startPerlCentre,
  startSmppCentre,
} from '../../../test/support/smpp-centre.ts'
import { connectSmpp, failureOf, sms, within } from '../../../test/support/smpp-provider.ts'
import { until } from '../../../test/support/until.ts'
import { readEnv } from '../../lib/env.ts'
import { smpp } from './smpp.ts'

test('SMPP: another implementation binds us as transceiver and reads our texts', {
  skip: perlCentreMissing,
}, async () => {
  await using centre = await startPerlCentre()
  const dray = connectSmpp(centre.port)
  assert.deepEqual(await dray.send(sms, within()), { messageId: 'C1' })
  const wide = { ...sms, body: 'á😀', sender: '+34911' }
  assert.deepEqual(await dray.send(wide, within()), { messageId: 'C2' })
  const long = { ...sms, body: `${'x'.repeat(152)}€${'y'.repeat(20)}`, sender: '12345' }
  assert.deepEqual(await dray.send(long, within()), { messageId: 'C4' })
  await until('the receipts came', () => dray.reports.length === 3)
  assert.deepEqual(dray.reports[2], { messageId: 'C4', delivery: 'delivered', error: null })
  await dray[Symbol.asyncDispose]()
  await until('we unbound', () => centre.lines.includes('unbind'))
  assert.equal(centre.lines[1], 'bind system_id=dray version=52')
  const [one, two, three, four] = centre.lines.filter((line) => line.startsWith('submit'))
  const to = 'dest_addr_ton=1 dest_addr_npi=1 destination_addr=34600111222'
  const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex')
  assert.equal(
    one,
    `submit source_addr_ton=5 source_addr_npi=0 source_addr=Dray ${to} esm_class=0 data_coding=0 registered_delivery=1 text=${hex('Loft: \x7d \x1b\x3c45,20 \x1b\x65\x1b\x3e')}`,
  )
  assert.match(
    two ?? '',
    /source_addr_ton=1 source_addr_npi=1 source_addr=34911 .* data_coding=8 .* text=00e1d83dde00$/,
  )
  assert.match(
    three ?? '',
    /source_addr_ton=3 .* esm_class=64 data_coding=0 registered_delivery=0 text=050003..0201/,
  )
  assert.ok(three?.endsWith(`0201${hex('x'.repeat(152))}`), 'an escaped character is not split')
  assert.ok(four?.includes('registered_delivery=1'))
  assert.ok(four?.endsWith(`0202${hex(`\x1b\x65${'y'.repeat(20)}`)}`))
  assert.equal(centre.lines.filter((line) => line === 'receipt status=0').length, 3)
})

test('SMPP: another implementation reads a long text that is sent whole', {
  skip: perlCentreMissing,
}, async () => {
  await using centre = await startPerlCentre()
  const dray = connectSmpp(centre.port, { SMPP_LONG_TEXTS: 'payload' })
  await dray.send({ ...sms, body: 'x'.repeat(300) }, within())
  await dray[Symbol.asyncDispose]()
  await until('we unbound', () => centre.lines.includes('unbind'))
  const submits = centre.lines.filter((line) => line.startsWith('submit'))
  assert.equal(submits.length, 1)
  assert.match(submits[0] ?? '', /esm_class=0 .* text=(78){300}$/)
})

const refusals: [string, number, boolean][] = [
  ['throttled', 0x58, true],
  ['queue full', 0x14, true],
  ['an error of the centre', 0x08, true],
  ['an error that the centre defines', 0x0400, true],
  ['a wrong recipient', 0x0b, false],
  ['a wrong sender', 0x0a, false],
]
for (const [name, command_status, retryable] of refusals) {
  test(`SMPP: ${name}: refused, ${retryable ? 'to be repeated' : 'for good'}`, async () => {
    await using centre = await startSmppCentre()
    await using dray = connectSmpp(centre.port)
    centre.onSubmit = (text, session) => session.send(text.response({ command_status }))
    const error = await failureOf(dray)
    assert.deepEqual([error.outcome, error.retryable], ['refused', retryable])
    assert.match(error.message, /^smpp: status 0x[0-9a-f]+$/)
  })
}

test('SMPP: a lost answer: it may have been sent; an answer that comes late is told and found', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  let answer = () => {}
  centre.onSubmit = (text, session) => {
    answer = () => session.send(text.response({ message_id: 'C7' }))
  }
  const error = await failureOf(dray, sms, within(300))
  assert.deepEqual([error.outcome, error.retryable], ['unknown', true])
  assert.equal(await dray.find?.(sms.id, within()), null)
  answer()
  await until('the late answer came', async () => (await dray.find?.(sms.id, within())) !== null)
  assert.deepEqual(await dray.find?.(sms.id, within()), { messageId: 'C7' })
  assert.deepEqual(dray.late, [{ smsId: sms.id, messageId: 'C7' }])
})

test('SMPP: an accepted text is found, in case its acceptance could not be written', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  await dray.send(sms, within())
  assert.deepEqual(await dray.find?.(sms.id, within()), { messageId: 'C1' })
  assert.equal(await dray.find?.('another row', within()), null)
})

test('SMPP: a later part waits while the centre is busy, as the first part cannot be taken back', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  const statuses = [0, 0x58, 0x14, 0]
  centre.onSubmit = (text, session) => {
    const command_status = statuses.shift() ?? 0x08
    session.send(
      text.response(command_status ? { command_status } : { message_id: `C${centre.submitted.length}` }),
    )
  }
  const long = { ...sms, body: 'x'.repeat(200) }
  assert.deepEqual(await dray.send(long, within()), { messageId: 'C4' })
})

test('SMPP: a later part that is refused leaves the outcome unknown', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  centre.onSubmit = (text, session) =>
    session.send(text.response(centre.submitted.length > 1 ? { command_status: 0x0b } : { message_id: 'C1' }))
  const error = await failureOf(dray, { ...sms, body: 'x'.repeat(200) })
  assert.deepEqual([error.message, error.outcome], ['smpp: sent in part: status 0x0b', 'unknown'])
})

test('SMPP: a text from a phone is not reported, nor is a state that may change; both are answered', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  await dray.send(sms, within())
  const text = { ...receipt('C1', 'DELIVRD'), esm_class: 0 }
  assert.equal((await centre.deliver(text)).command_status, 0)
  assert.equal((await centre.deliver(receipt('C1', 'ENROUTE'))).command_status, 0)
  assert.deepEqual(dray.reports, [])
})

test('SMPP: a receipt in the payload, or in members of the protocol, is read too', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  await until('we are bound', () => centre.binds.length === 1)
  const { short_message, ...fields } = receipt('C1', 'DELIVRD')
  await centre.deliver({ ...fields, short_message: '', message_payload: short_message })
  await centre.deliver({ ...fields, short_message: '', receipted_message_id: 'C2', message_state: 8 })
  assert.deepEqual(dray.reports, [
    { messageId: 'C1', delivery: 'delivered', error: null },
    { messageId: 'C2', delivery: 'failed', error: 'smpp: REJECTD' },
  ])
})

test('SMPP: a receipt that cannot be stored is asked for again', async () => {
  await using centre = await startSmppCentre()
  const read = readEnv(smpp.env, smppAccount(centre.port))
  assert.ok(read.ok)
  const provider = smpp.connect(read.value, { baseUrl: '' })
  const onReport = () => Promise.reject(new Error('no database'))
  const listener = provider.listen?.({ onReport, onLateAcceptance: async () => {} })
  await until('we are bound', () => centre.binds.length === 1)
  assert.equal((await centre.deliver(receipt('C1', 'DELIVRD'))).command_status, 0x64)
  await listener?.stop()
})
