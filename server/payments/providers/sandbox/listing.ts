import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import type { ListedItem, ListedPages, ProcessorListing } from '../../processor.ts'

type Db = Kysely<Tables>
type ReadPage = (since: Date, after: string) => Promise<ListedItem[]>

/** Lists the sandbox's own tables, page by page. */
export const sandboxListing = (kysely: Db): ProcessorListing => ({
  holds: (since) => pages(since, (from, after) => readHolds(kysely, { from, after })),
  refunds: (since) => pages(since, (from, after) => readMoves(kysely, { kind: 'refund', from, after })),
  transfers: (since) => pages(since, (from, after) => readMoves(kysely, { kind: 'transfer', from, after })),
})

const pageSize = 500

async function* pages(since: Date | null, read: ReadPage): ListedPages {
  let after = ''
  for (;;) {
    const page = await read(since ?? new Date(0), after)
    yield page
    after = page.at(-1)?.reference ?? ''
    if (page.length < pageSize) return
  }
}

async function readHolds(kysely: Db, { from, after }: { from: Date; after: string }): Promise<ListedItem[]> {
  const rows = await kysely
    .selectFrom('sandbox_authorization')
    .select(['reference', 'payment_id as paymentId', 'created_at as createdAt'])
    .select(['amount_cents as amountCents', 'captured_cents as capturedCents'])
    .select(
      sql<ListedItem['status']>`case
        when status = 'held' and hold_expires_at <= now() then 'ended'
        when status in ('held', 'captured') then status
        when status = 'action_required' then 'open'
        else 'ended' end`.as('status'),
    )
    .where('reference', '>', after)
    .where('created_at', '>=', from)
    .orderBy('reference')
    .limit(pageSize)
    .execute()
  return rows.map((row) => ({ ...row, effectId: null, belongsTo: null }))
}

type MoveKey = { kind: 'refund' | 'transfer'; from: Date; after: string }

async function readMoves(kysely: Db, { kind, from, after }: MoveKey): Promise<ListedItem[]> {
  const rows = await kysely
    .selectFrom('sandbox_movement')
    .select(['reference', 'amount_cents as amountCents', 'created_at as createdAt'])
    .select(kind === 'refund' ? 'authorization_reference as belongsTo' : 'payout_reference as belongsTo')
    .where('kind', '=', kind)
    .where('reference', '>', after)
    .where('created_at', '>=', from)
    .orderBy('reference')
    .limit(pageSize)
    .execute()
  return rows.map((row) => ({ ...row, status: 'done', paymentId: null, effectId: null, capturedCents: 0 }))
}
