import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listAuditEvents } from '#contract/admin/audit.ts'
import { adminOperations } from '#contract/admin/index.ts'
import { startJobExport } from '#contract/admin/job-exports.ts'
import { downloadCsv, everyCsvFile, withPhonesIn } from '../support/csv-files.ts'
import { hostileCells } from '../support/hostile-cells.ts'
import { openMarket } from '../support/market.ts'
import { setProof } from '../support/member-browsers.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* What every CSV file of the panel promises, each over HTTP. */
const market = await openMarket()
const { app } = market
after(() => market[Symbol.asyncDispose]())
const owner = await joinAsOwner(app)
const files = await everyCsvFile(market)
const phone = '612 345 678'

test('each operation that sends CSV is among these files', () => {
  // A viewer may take these. The timeline of a job is for staff only (job-timeline.test.ts).
  const sending = adminOperations.filter(
    ({ access, downloads }) => access === 'viewer' && downloads?.some((type) => type === 'text/csv'),
  )
  assert.deepEqual(
    new Set(files.map(({ operation }) => operation.operationId)),
    new Set(sending.map(({ operationId }) => operationId)),
  )
})

test('no cell of any file is run by a spreadsheet, whatever was typed', async () => {
  for (const { text, cell } of hostileCells) {
    // Limits of files are per member.
    const reader = await joinAs(app, owner, 'viewer')
    for (const file of files) {
      await file.put(text)
      const csv = await downloadCsv(file, reader)
      const about = `${file.operation.operationId}: ${JSON.stringify(text)}`
      assert.ok(
        [',', '\r\n'].some((end) => csv.includes(`,${cell}${end}`)),
        `${about} in ${csv}`,
      )
    }
  }
})

test('phones are masked for every role, and whole for staff who ask with a fresh proof', async () => {
  const viewer = await joinAs(app, owner, 'viewer')
  const staff = await joinAs(app, owner, 'staff')
  for (const file of files.filter(({ isTyped }) => isTyped)) {
    await file.put(`Call ${phone}`)
    const { operationId } = file.operation
    for (const by of [viewer, staff]) {
      const csv = await downloadCsv(file, by)
      assert.ok(!csv.includes(phone) && csv.includes(',Call •••••678'), `${operationId}: ${csv}`)
    }
    const [operation, input] = file.prepare
      ? [startJobExport, { body: { with_phones: true } }]
      : [file.operation, withPhonesIn(file.input)]
    assert.equal(await viewer.refused(operation, input as never), '403 role_too_low', operationId)
    await setProof(app, staff, false)
    assert.equal(await staff.refused(operation, input as never), '403 step_up_required', operationId)
    await setProof(app, staff, true)
    assert.ok((await downloadCsv(file, staff, true)).includes(`,Call ${phone},`), operationId)
  }
})

test('each file is recorded once, with who took it and whether its phones are whole', async () => {
  const staff = await joinAs(app, owner, 'staff')
  await setProof(app, staff, true)
  const eventsOf = async () => (await owner.ok(listAuditEvents, { query: { actor: staff.memberId } })).events
  for (const file of files) {
    const before = (await eventsOf()).length
    await downloadCsv(file, staff, file.isTyped)
    const events = await eventsOf()
    const { operationId } = file.operation
    assert.equal(events.length, before + 1, operationId)
    assert.match(events[0]?.act ?? '', /\.export/, operationId)
    const changes = file.isTyped ? { with_phones: { from: null, to: true } } : null
    assert.deepEqual(events[0]?.changes, changes, operationId)
  }
})
