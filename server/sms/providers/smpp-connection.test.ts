import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { closedPort } from '../../../test/support/local-server.ts'
import { createCertificate, receipt, startSmppCentre } from '../../../test/support/smpp-centre.ts'
import { connectSmpp, failureOf, sms, within } from '../../../test/support/smpp-provider.ts'
import { until } from '../../../test/support/until.ts'
import { bindSession } from './smpp-session.ts'

test('SMPP: texts share one connection', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  const sent = await Promise.all([1, 2, 3].map((id) => dray.send({ ...sms, id: String(id) }, within())))
  assert.deepEqual(new Set(sent.map(({ messageId }) => messageId)), new Set(['C1', 'C2', 'C3']))
  assert.equal(centre.binds.length, 1)
})

test('SMPP: no more texts wait for their answer than SMPP_WINDOW', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port, { SMPP_WINDOW: '2' })
  const answers: (() => void)[] = []
  centre.onSubmit = (text, session) =>
    void answers.push(() => session.send(text.response({ message_id: 'C' })))
  const sent = [1, 2, 3].map((id) => dray.send({ ...sms, id: String(id) }, within()))
  await until('two texts wait', () => answers.length === 2)
  assert.equal(centre.submitted.length, 2)
  answers.shift()?.()
  await until('the third text came', () => centre.submitted.length === 3)
  for (const answer of answers) answer()
  await Promise.all(sent)
})

test('SMPP: a text that waits for the window as long as an attempt may take is not sent', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port, { SMPP_WINDOW: '1' })
  centre.onSubmit = () => {}
  const [waited, error] = await Promise.all([
    failureOf(dray, sms, within(400)),
    failureOf(dray, { ...sms, id: 'second' }, within(200)),
  ])
  assert.deepEqual([waited.outcome, error.outcome], ['unknown', 'refused'])
  assert.equal(error.message, 'smpp: not sent in time')
  assert.equal(centre.submitted.length, 1)
})

test('SMPP: a receipt in one packet with the answer to the bind is read', async () => {
  await using centre = await startSmppCentre()
  const answers: number[] = []
  centre.onBind = (bind, session) => {
    session.socket.cork()
    session.send(bind.response())
    session.deliver_sm(receipt('C1', 'DELIVRD'), ({ command_status }) => answers.push(command_status))
    session.socket.uncork()
  }
  await using dray = connectSmpp(centre.port)
  await until('the receipt is answered', () => answers.length === 1)
  assert.deepEqual(answers, [0])
  assert.equal(dray.reports.length, 1)
})

test('SMPP: a wrong password: nothing was sent, the operator can correct it, and we do not try without a pause', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port, { SMPP_PASSWORD: 'wrong' })
  for (const _ of [1, 2]) {
    const error = await failureOf(dray)
    assert.deepEqual([error.outcome, error.retryable], ['refused', true])
    assert.equal(error.message, 'smpp: bind refused, status 0x0e')
  }
  assert.deepEqual(dray.troubles, ['smpp: bind refused, status 0x0e'])
  assert.deepEqual([centre.binds.length, centre.submitted.length], [1, 0])
})

test('SMPP: connection refused: nothing was sent', async () => {
  await using dray = connectSmpp(await closedPort())
  const error = await failureOf(dray)
  assert.deepEqual([error.message, error.outcome, error.retryable], ['smpp: ECONNREFUSED', 'refused', true])
})

test('SMPP: a centre that does not answer the bind: nothing was sent', async () => {
  // Without `resume` the server would never see the end of a connection.
  const server = net
    .createServer((socket) => void socket.on('error', () => {}).resume())
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  await using dray = connectSmpp((server.address() as net.AddressInfo).port)
  const error = await failureOf(dray, sms, within(300))
  assert.deepEqual([error.message, error.outcome], ['smpp: not connected in time', 'refused'])
  server.close()
})

test('SMPP: the connection is cut while a text waits: it may have been sent, and the next one is sent on a new one', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  const { onSubmit } = centre
  centre.onSubmit = () => centre.cut()
  const error = await failureOf(dray)
  assert.deepEqual([error.message, error.outcome], ['smpp: connection lost', 'unknown'])
  centre.onSubmit = onSubmit
  assert.deepEqual(await dray.send(sms, within()), { messageId: 'C2' })
  assert.equal(centre.binds.length, 2)
})

test('SMPP: without a text to send, a lost connection is opened again, for the receipts', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  await until('we are bound', () => centre.binds.length === 1)
  centre.cut()
  await until('we are bound again', () => centre.binds.length === 2)
  await until('the old connection is gone', () => centre.sessions.length === 1)
  assert.equal((await centre.deliver(receipt('C1', 'DELIVRD'))).command_status, 0)
  assert.equal(dray.reports.length, 1)
})

test('SMPP: the centre asks whether we are there, and ends the connection in order', async () => {
  await using centre = await startSmppCentre()
  await using dray = connectSmpp(centre.port)
  await dray.send(sms, within())
  const [session] = centre.sessions
  const answers: string[] = []
  session?.enquire_link(({ command }) => answers.push(command))
  session?.unbind(({ command }) => answers.push(command))
  await until('both are answered', () => answers.length === 2)
  assert.deepEqual(answers, ['enquire_link_resp', 'unbind_resp'])
  await dray.send(sms, within())
  assert.equal(centre.binds.length, 2)
})

test('SMPP: with SMPP_TLS the centre must have a certificate that we trust', async (t) => {
  const certificate = createCertificate()
  if (!certificate) return t.skip('no openssl: SMPP over TLS was not tested')
  await using centre = await startSmppCentre(certificate)
  await using distrustful = connectSmpp(centre.port, { SMPP_TLS: 'on' })
  const error = await failureOf(distrustful)
  assert.deepEqual([error.message, error.outcome], ['smpp: DEPTH_ZERO_SELF_SIGNED_CERT', 'refused'])
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, certificate.cert])
  t.after(() => setDefaultCACertificates(trusted))
  await using dray = connectSmpp(centre.port, { SMPP_TLS: 'on' })
  assert.deepEqual(await dray.send(sms, within()), { messageId: 'C1' })
  // A centre behind a proxy for several names chooses its certificate by the name.
  await using named = connectSmpp(centre.port, { SMPP_TLS: 'on', SMPP_HOST: 'localhost' })
  await named.send(sms, within())
  assert.deepEqual(
    centre.sessions.map(({ socket }) => (socket as TLSSocket & { servername: unknown }).servername),
    [false, 'localhost'],
  )
})

test('SMPP: an answer that never comes is waited for in bounded time', async () => {
  await using centre = await startSmppCentre()
  const answers: (() => void)[] = []
  centre.onSubmit = (text, session) =>
    void answers.push(() => session.send(text.response({ message_id: 'C' })))
  const bind = { system_id: 'dray', password: 'right', system_type: '' }
  const account = { host: '127.0.0.1', port: centre.port, isEncrypted: false, bind }
  const session = await bindSession(account, async () => {}, { lateMs: 300 })
  const late: string[] = []
  const submit = (name: string) =>
    session.submit({ short_message: name }, { signal: within(20), onLate: () => late.push(name) })
  await assert.rejects(submit('first'))
  await sleep(500)
  await assert.rejects(submit('second'))
  await until('both have arrived', () => answers.length === 2)
  for (const answer of answers) answer()
  await until('the second is told', () => late.length > 0)
  assert.deepEqual(late, ['second'])
  await session.unbind()
})
