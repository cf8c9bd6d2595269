import { type Kysely, sql, type Transaction } from 'kysely'
import type { DocumentKind, NoticeKind } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { type CarrierDocument, findDocument } from './document.ts'
import { checkExpiry } from './expiry.ts'

type Decided = { accountId: string; documentId: string; by: By }

/**
 * Accepts a waiting document and stores its last day; it replaces the accepted document of its kind. The carrier gets a
 * notice. Of two concurrent decisions, the second finds that the document is no longer waiting.
 *
 * @throws Problem `not_found`, `wrong_state` (409), `validation_error` for the day.
 */
export function acceptDocument(
  kysely: Kysely<Tables>,
  { expiresOn, ...decided }: Decided & { expiresOn: string | undefined },
): Promise<CarrierDocument> {
  return decide(kysely, decided, async (trx, { kind, expires_on: before }) => {
    checkExpiry(kind, expiresOn)
    await sql`
      update carrier_document set status = 'replaced', decided_at = now()
      where account_id = ${decided.accountId} and kind = ${kind} and status = 'accepted'`.execute(trx)
    await trx
      .updateTable('carrier_document')
      .set({ status: 'accepted', decided_at: sql<Date>`now()`, expires_on: expiresOn ?? null })
      .where('id', '=', decided.documentId)
      .where('status', '=', 'waiting')
      .execute()
    await recordAudit(trx, {
      ...decided.by,
      act: 'document.accept',
      targets: targetsOf(decided),
      changes: { expires_on: { from: before, to: expiresOn ?? null } },
    })
    return 'document_accepted'
  })
}

/**
 * Refuses a waiting document, with a reason in the carrier's notice. The reason is stored in the row, which an erasure
 * deletes, and not in the audit log.
 *
 * @throws Problem `not_found`, `wrong_state` (409).
 */
export function refuseDocument(kysely: Kysely<Tables>, decided: Decided): Promise<CarrierDocument> {
  return decide(kysely, decided, async (trx) => {
    await trx
      .updateTable('carrier_document')
      .set({ status: 'refused', decided_at: sql<Date>`now()`, reason: decided.by.reason ?? null })
      .where('id', '=', decided.documentId)
      .where('status', '=', 'waiting')
      .execute()
    const event = {
      ...decided.by,
      reason: null,
      act: 'document.refuse' as const,
      targets: targetsOf(decided),
    }
    await recordAudit(trx, event)
    return 'document_refused'
  })
}

/** `expires_on`: the last day that the carrier has stated. */
type Waiting = { kind: DocumentKind; expires_on: string | null }

/** @returns the kind of the carrier's notice. */
type Act = (trx: Transaction<Tables>, document: Waiting) => Promise<NoticeKind>

/** Locks the carrier, as uploads and an erasure do, then the document, and acts if it is still waiting. */
async function decide(kysely: Kysely<Tables>, decided: Decided, act: Act): Promise<CarrierDocument> {
  const { accountId, documentId } = decided
  const isDecided = await kysely.transaction().execute(async (trx) => {
    await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
    const document = await trx
      .selectFrom('carrier_document')
      .select(['kind', sql<string | null>`expires_on::text`.as('expires_on')])
      .where('id', '=', documentId)
      .where('account_id', '=', accountId)
      .where('status', '=', 'waiting')
      // Photos of carriers never wait.
      .$narrowType<{ kind: DocumentKind }>()
      .forUpdate()
      .executeTakeFirst()
    if (!document) return false
    const kind = await act(trx, document)
    await trx.insertInto('notice').values({ account_id: accountId, kind }).execute()
    return true
  })
  const found = await findDocument(kysely, decided)
  if (!found) throw new Problem('not_found', (t) => t.requests.notFound)
  if (isDecided) return found
  throw new Problem('wrong_state', (t) => t.documents.notWaiting[found.state])
}

const targetsOf = ({ accountId, documentId }: Decided) => [
  { type: 'account' as const, id: accountId },
  { type: 'document' as const, id: documentId },
]
