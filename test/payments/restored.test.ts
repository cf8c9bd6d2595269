import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { backup } from '../../server/backup/backup.ts'
import { restore } from '../../server/backup/restore.ts'
import { claimEffect } from '../../server/payments/effects/claim.ts'
import { tempFolder } from '../support/backup.ts'
import { createDatabase } from '../support/database.ts'
import {
  beginPayment,
  heldPayment,
  makeDue,
  queue,
  readEffect,
  runUntilSettled,
  testMoney,
} from '../support/payments.ts'

const folder = tempFolder()
after(() => folder[Symbol.dispose]())

test('DESIGN 6.4, restore: calls that were not settled when the backup was made count as in doubt', async () => {
  await using source = await createDatabase()
  const money = await testMoney(source)
  const { effectId: due } = await beginPayment(money, 'success')
  const { effectId: running } = await beginPayment(money, 'success')
  await claimEffect(source.kysely, running)
  const held = await heldPayment(money)
  const capture = await queue(source, { paymentId: held.paymentId, kind: 'capture', amountCents: 4_520 })
  const storage = folder.storage('source')
  await backup({ pool: source.pool, storage }, { file: folder.file, force: false })

  await using target = await createDatabase()
  const into = { database: target, storage: folder.storage('target') }
  const { paymentsInDoubt } = await restore(into, { file: folder.file, force: false })
  assert.equal(paymentsInDoubt, 3)
  for (const id of [due, running, capture]) {
    const { status, in_doubt, claim_id } = await readEffect(target, id)
    assert.deepEqual([status, in_doubt, claim_id], ['due', true, null])
  }
  assert.equal((await readEffect(target, held.effectId)).in_doubt, false, 'settled')

  const asked: boolean[] = []
  const restored = await testMoney(target, (sandbox) => ({
    authorize(input) {
      asked.push(input.inDoubt)
      return sandbox.authorize(input)
    },
  }))
  for (const id of [due, running]) {
    await makeDue(target, id)
    await runUntilSettled(restored, id)
  }
  assert.deepEqual(asked, [true, true], 'each looks before it acts')
})
