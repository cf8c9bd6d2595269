import assert from 'node:assert/strict'
import test from 'node:test'
import { readable } from './output.ts'

test('values of a row are printed below their names, lists as tables without empty columns', () => {
  const events = [
    { at: new Date('2027-01-31T12:00:00Z'), actor: 'staff', actor_id: null, reason: 'the van\nbroke down' },
    { at: '2027-01-31T12:05:00.000Z', actor: 'system', actor_id: null, reason: null },
  ]
  assert.equal(
    readable({
      job_id: 'j1',
      notes: null,
      price: { totalCents: 900, breakdown: { km: 3 } },
      photos: [],
      events,
    }),
    [
      'job_id: j1',
      'notes: -',
      'price:',
      '  total: €9.00',
      '  breakdown:',
      '    km: 3',
      'photos: none',
      'events:',
      '  at                        actor   reason',
      '  2027-01-31T12:00:00.000Z  staff   the van broke down',
      '  2027-01-31T12:05:00.000Z  system  -',
    ].join('\n'),
  )
})

test('a list inside a row that is too wide for a table is printed as blocks', () => {
  const long = 'x'.repeat(170)
  assert.equal(
    readable({
      effects: [
        { id: 1, error: long, due: null },
        { id: 2, error: null, due: null },
      ],
    }),
    `effects:\n  id: 1\n  error: ${long}\n\n  id: 2`,
  )
})

test('amounts are printed with their currency, also those of a nested table', () => {
  const tiers = [{ upToKm: 50, centsPerKm: 90 }]
  assert.equal(
    readable([{ job_id: 'j1', amount_cents: 1_250, left_cents: null, fee_cents: -5 }]),
    'job_id  amount  left  fee\nj1      €12.50  -     -€0.05',
  )
  assert.equal(
    readable({ baseCents: { S: 1_500 }, distanceTiers: tiers }),
    'base:\n  S: €15.00\ndistanceTiers:\n  upToKm  perKm\n  50      €0.90',
  )
})

test('an empty table says so', () => assert.equal(readable([]), 'None.'))
