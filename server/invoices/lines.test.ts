import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { InvoiceLine } from '../db/json-columns.ts'
import { linesOfCharge, linesOfCredit, vatByRate } from './lines.ts'

/* What a receipt and its credit notes say, to the cent. */

const at21 = { vat: { name: 'included', basisPoints: 2_100 }, sells: 'everything' } as const
const sumOf = (lines: readonly InvoiceLine[], cents: (line: InvoiceLine) => number | null) =>
  lines.reduce((sum, line) => sum + (cents(line) ?? 0), 0)
const gross = (lines: readonly InvoiceLine[]) => sumOf(lines, ({ grossCents }) => grossCents)
const vat = (lines: readonly InvoiceLine[]) => sumOf(lines, ({ vatCents }) => vatCents)

test('the price of DESIGN 3 at 21 %: 39.30 and 5.90, each with its own tax, rounded half up', () => {
  const lines = linesOfCharge({ grossCents: 4_520, priceCents: 3_930, isFee: false }, at21)
  assert.deepEqual(
    lines.map(({ item, netCents, vatCents, grossCents }) => [item, netCents, vatCents, grossCents]),
    [
      ['delivery', 3_248, 682, 3_930],
      ['fee', 488, 102, 590],
    ],
  )
  assert.deepEqual(vatByRate(lines), [{ basisPoints: 2_100, netCents: 3_736, vatCents: 784 }])
})

test('half a cent of tax is rounded up', () => {
  const rules = { vat: { name: 'included', basisPoints: 10_000 }, sells: 'everything' } as const
  const [line] = linesOfCharge({ grossCents: 5, priceCents: 5, isFee: false }, rules)
  assert.deepEqual([line?.netCents, line?.vatCents], [2, 3])
})

test('without a scheme no line names a tax', () => {
  const rules = { vat: { name: 'none' }, sells: 'everything' } as const
  const lines = linesOfCharge({ grossCents: 4_520, priceCents: 3_930, isFee: false }, rules)
  assert.deepEqual(
    lines.map(({ netCents, vatCents, basisPoints }) => [netCents, vatCents, basisPoints]),
    [
      [null, null, null],
      [null, null, null],
    ],
  )
  assert.deepEqual(vatByRate(lines), [])
})

test('where carriers sell their deliveries, only the fee has the tax of the company', () => {
  const rules = { ...at21, sells: 'fee' } as const
  const lines = linesOfCharge({ grossCents: 4_520, priceCents: 3_930, isFee: false }, rules)
  assert.deepEqual(
    lines.map(({ soldBy, vatCents, grossCents }) => [soldBy, vatCents, grossCents]),
    [
      ['carrier', null, 3_930],
      ['platform', 102, 590],
    ],
  )
  const cancelled = linesOfCharge({ grossCents: 1_500, priceCents: 3_930, isFee: true }, rules)
  assert.deepEqual(
    cancelled.map(({ item, soldBy, grossCents }) => [item, soldBy, grossCents]),
    [
      ['cancellation_fee', 'carrier', 1_200],
      ['cancellation_fee', 'platform', 300],
    ],
  )
})

const cents = (max: number) => fc.integer({ min: 1, max })
const rules = fc.record({
  vat: fc.oneof(
    fc.constant({ name: 'none' as const }),
    fc.record({ name: fc.constant('included' as const), basisPoints: cents(10_000) }),
  ),
  sells: fc.constantFrom('everything' as const, 'fee' as const),
})

test('the lines of a receipt add up to the charge, and each tax to its line', () => {
  fc.assert(
    fc.property(
      cents(200_000),
      cents(200_000),
      fc.boolean(),
      rules,
      (grossCents, priceCents, isFee, given) => {
        const lines = linesOfCharge({ grossCents, priceCents, isFee }, given)
        assert.equal(gross(lines), grossCents)
        for (const line of lines) {
          assert.ok(line.grossCents > 0)
          if (line.vatCents === null) assert.equal(line.netCents, null)
          else assert.equal((line.netCents ?? 0) + line.vatCents, line.grossCents)
        }
      },
    ),
  )
})

test('a receipt that is refunded in any parts, with failed refunds between, is credited with exactly its tax', () => {
  const parts = fc.array(
    fc.record({ share: fc.double({ min: 0.01, max: 1, noNaN: true }), fails: fc.boolean() }),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(cents(100_000), cents(100_000), rules, parts, (grossCents, priceCents, given, refunds) => {
      const receipt = linesOfCharge({ grossCents, priceCents, isFee: false }, given)
      let credited: InvoiceLine[] = []
      let left = grossCents
      const refund = (amount: number, fails: boolean) => {
        if (amount === 0) return
        const lines = linesOfCredit(amount, receipt, credited)
        assert.equal(gross(lines), amount)
        for (const line of lines)
          if (line.vatCents !== null) assert.equal((line.netCents ?? 0) + line.vatCents, line.grossCents)
        credited = [...credited, ...lines, ...(fails ? lines.map(negative) : [])]
        if (!fails) left -= amount
        const total = vat(credited)
        assert.ok(total >= 0 && total <= vat(receipt), `${total} of ${vat(receipt)}`)
      }
      for (const { share, fails } of refunds) refund(Math.floor(left * share), fails)
      refund(left, false)
      assert.equal(gross(credited), grossCents)
      assert.equal(vat(credited), vat(receipt))
    }),
  )
})

const negative = (line: InvoiceLine): InvoiceLine => ({
  ...line,
  grossCents: -line.grossCents,
  netCents: line.netCents === null ? null : -line.netCents,
  vatCents: line.vatCents === null ? null : -line.vatCents,
})
