import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pdu } from 'smpp'
import { isReceipt, receiptOf } from './smpp-receipt.ts'

const pdu = (fields: Partial<Pdu>) => fields as Pdu
const written = (text: string) => pdu({ short_message: { message: text } })

test('SMPP receipts: states as texts write them', () => {
  const read = (stat: string) =>
    receiptOf(
      written(
        `id:0123abCD sub:001 dlvrd:000 submit date:2611291200 done date:2611291201 stat:${stat} err:021 text:Hi`,
      ),
    )
  const id = '0123abCD'
  assert.deepEqual(read('DELIVRD'), { messageId: id, delivery: 'delivered', error: null })
  assert.deepEqual(read('UNDELIV'), {
    messageId: id,
    delivery: 'undelivered',
    error: 'smpp: UNDELIV, code 021',
  })
  assert.deepEqual(read('EXPIRED'), {
    messageId: id,
    delivery: 'undelivered',
    error: 'smpp: EXPIRED, code 021',
  })
  assert.deepEqual(read('REJECTD'), { messageId: id, delivery: 'failed', error: 'smpp: REJECTD, code 021' })
  assert.deepEqual(read('DELETED'), { messageId: id, delivery: 'failed', error: 'smpp: DELETED, code 021' })
  for (const stat of ['ENROUTE', 'ACCEPTD', 'UNKNOWN', 'NONSENS', '']) assert.equal(read(stat), null, stat)
})

test('SMPP receipts: members of the protocol outrank the text', () => {
  const fields = {
    receipted_message_id: 'C1\0',
    message_state: 5,
    short_message: { message: 'id:C2 stat:DELIVRD err:1' },
  }
  assert.deepEqual(receiptOf(pdu(fields)), {
    messageId: 'C1',
    delivery: 'undelivered',
    error: 'smpp: UNDELIV, code 1',
  })
  assert.deepEqual(receiptOf(pdu({ receipted_message_id: 'C1', message_state: 2 })), {
    messageId: 'C1',
    delivery: 'delivered',
    error: null,
  })
})

test('SMPP receipts: a text as bytes, or in the payload, is read too', () => {
  const text = 'id:C1 stat:DELIVRD err:000'
  for (const body of [{ short_message: Buffer.from(text) }, { message_payload: { message: text } }])
    assert.equal(receiptOf(pdu(body))?.messageId, 'C1')
})

test('SMPP receipts: what cannot be read is not reported', () => {
  for (const text of [
    '',
    'stat:DELIVRD',
    'id: stat:DELIVRD',
    `id:${'x'.repeat(66)} stat:DELIVRD`,
    'id:ñ stat:DELIVRD',
  ])
    assert.equal(receiptOf(written(text)), null, text)
})

test('SMPP receipts: the class of a message says whether it is one', () => {
  assert.deepEqual(
    [0x04, 0x44, 0x00, 0x08, 0x40].map((esm_class) => isReceipt(pdu({ esm_class }))),
    [true, true, false, false, false],
  )
  assert.equal(isReceipt(pdu({})), false)
})
