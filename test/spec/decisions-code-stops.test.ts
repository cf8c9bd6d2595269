import assert from 'node:assert/strict'
import test from 'node:test'
import { ageCodes, codeRequester, onlyCodes, smsTo } from '../support/codes.ts'
import { startDray } from '../support/dray.ts'
import { signIn } from '../support/person.ts'

// DESIGN 3, "Codes": countries with many unused codes.

test('a country with many unused codes is stopped for a time and logged; known numbers and drafts still get codes', async () => {
  await using other = await startDray({ CODES_STOP_FROM: '5', CODES_STOP_MINUTES: '90', TRUST_PROXY: '1' })
  const request = codeRequester(other)
  const known = await signIn(other, '+351912345600', { kind: 'native' })
  const partner = await other.partner()
  await partner.create({ customer_phone: '+351912345700' })
  await partner.create({ customer_phone: '+351912345800' })
  await other.db.pool.query(`update job set expires_at = now() where customer_phone = '+351912345800'`)
  const pumped = Array.from({ length: 10 }, (_, i) => `+3519620001${10 + i}`)
  for (const [i, phone] of pumped.entries()) await request(phone, `203.0.113.${i + 1}`)
  for (const phone of [...pumped, known.phone]) await ageCodes(other, phone, 240)
  await request('+351912345999')
  assert.deepEqual(onlyCodes(await smsTo(other, '+351912345999')), [], 'one of eleven used is under 10 %')
  const line = other.logged.find((logged) => logged.includes('sign-in codes to this country are stopped'))
  assert.match(line ?? '', /"country":"PT","minutes":90/)
  assert.match(
    (await other.fetch('/metrics')).text,
    /dray_codes_total\{outcome="country_stopped",country="PT"\} 1/,
  )
  await request('+34612345678')
  assert.equal((await smsTo(other, '+34612345678')).length, 1, 'another country goes on')
  await request(known.phone)
  assert.equal((await smsTo(other, known.phone)).length, 2, 'who has signed in before is nobody’s pumping')
  await request('+351912345700')
  assert.equal(onlyCodes(await smsTo(other, '+351912345700')).length, 1, 'nor is for whom a draft waits')
  await request('+351912345800')
  assert.deepEqual(onlyCodes(await smsTo(other, '+351912345800')), [], 'while it waits')
  await other.db.pool.query(`update phone_challenge set created_at = created_at - interval '90 minutes'`)
  await request('+351912345999')
  assert.deepEqual(
    await smsTo(other, '+351912345999'),
    [],
    'the stop lasts, also when the codes are forgotten',
  )
  await other.db.pool.query('update code_stop set until = now()')
  await ageCodes(other, '+351912345999', 31)
  await request('+351912345999')
  assert.equal((await smsTo(other, '+351912345999')).length, 1, 'and ends')
})

test('few addresses cannot stop a country: unused codes of one address count at most five times', async () => {
  await using other = await startDray({ CODES_STOP_FROM: '11', TRUST_PROXY: '1' })
  const request = codeRequester(other)
  const pumped = Array.from({ length: 18 }, (_, i) => `+3519620001${10 + i}`)
  for (const [i, phone] of pumped.entries()) await request(phone, `203.0.113.${(i % 2) + 1}`)
  for (const phone of pumped) await ageCodes(other, phone, 240)
  await request('+351912345999', '203.0.113.3')
  assert.equal((await smsTo(other, '+351912345999')).length, 1)
  await ageCodes(other, '+351912345999', 240)
  await request('+351912345998', '203.0.113.4')
  assert.deepEqual(await smsTo(other, '+351912345998'), [], 'the eleventh that counts stops it')
})
