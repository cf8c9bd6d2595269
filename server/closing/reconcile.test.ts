import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { addRun } from '../../test/support/closing-scenes.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { ListedPages } from '../payments/processor.ts'
import { type ReconcileNeeds, reconcileDays } from './reconcile.ts'

/* Decision 38: the lists of a whole account may take longer than a lease. */

type Listing = { holds: () => ListedPages; refunds: () => ListedPages; transfers: null }

/** A processor without items. The live one lists none here, so no other day is added. */
const needsOf = ({ kysely }: TestDatabase, listing: Listing): ReconcileNeeds => {
  const processor = { name: 'sandbox', listing }
  const processors = { live: { ...processor, listing: undefined }, named: () => processor }
  return {
    ...{ kysely, spoolFolder: tmpdir() },
    processors: processors as unknown as ReconcileNeeds['processors'],
  }
}

/** A list of one page, which comes after `meanwhile`. */
const onePage = (meanwhile: () => Promise<unknown> = async () => {}) =>
  async function* (): ListedPages {
    await meanwhile()
    yield []
  }

const { signal } = new AbortController()

async function withRun(
  work: (db: TestDatabase, change: (set: string) => Promise<unknown>) => Promise<unknown>,
) {
  await using db = await createDatabase()
  const id = await addRun({ app: { db } as never })
  const change = (set: string) => db.pool.query(`update reconciliation_run set ${set} where id = $1`, [id])
  await change(`status = 'due', due_at = now(), ended_at = null`)
  await work(db, change)
  const { rows } = await db.pool.query('select status, last_error from reconciliation_run')
  return rows[0]
}

test('each page of a list renews the lease, so no other node begins the day again', async () => {
  let begun = 0
  const run = await withRun(async (db, change) => {
    const needs: ReconcileNeeds = needsOf(db, {
      holds: onePage(async () => {
        begun += 1
        if (begun === 1) await change('due_at = now()')
      }),
      refunds: onePage(async () => {
        if (begun === 1) await reconcileDays(needs, signal)
      }),
      transfers: null,
    })
    await reconcileDays(needs, signal)
  })
  assert.equal(begun, 1)
  assert.deepEqual(run, { status: 'done', last_error: null })
})

test('a node that has lost the day stops reading lists, and leaves the day to the other node', async () => {
  let isGoingOn = false
  const run = await withRun(async (db, change) => {
    const holds = onePage(() => change('claim_id = gen_random_uuid()'))
    const refunds = onePage(async () => void (isGoingOn = true))
    await reconcileDays(needsOf(db, { holds, refunds, transfers: null }), signal)
  })
  assert.equal(isGoingOn, false)
  assert.deepEqual(run, { status: 'running', last_error: null })
})
