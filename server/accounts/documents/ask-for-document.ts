import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import { lockAccount } from '../../db/lock-order.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { isReachable, type NoticeReach } from '../store.ts'
import { type CarrierDocument, findDocument, todaySql } from './document.ts'

/**
 * Staff can request a document from a carrier at most once in these days; until then the entry of *Today* waits for the
 * carrier.
 */
const daysBetweenAsks = 3

/** Staff can request the next document if the accepted one has ended, or ends within these days. */
const soonDays = 30

/** Whether the next document was requested in the last days, for a row of `carrier_document document`. */
export const wasAskedFor = sql<boolean>`coalesce(document.asked_at > now() - ${sql.raw(`interval '${daysBetweenAsks} days'`)}, false)`

type Asked = { accountId: string; documentId: string; by: By }

/**
 * Requests the next document of a kind from a carrier, before the accepted one ends. The notice is written in the same
 * statement; of two concurrent requests, the second finds the first.
 *
 * @throws Problem `not_found`, `wrong_state` (409).
 */
export async function askForDocument(
  { kysely, ...reach }: NoticeReach & { kysely: Kysely<Tables> },
  { by, ...asked }: Asked,
): Promise<CarrierDocument> {
  const { accountId, documentId } = asked
  const wasTold = await kysely.transaction().execute(async (trx) => {
    await lockAccount(trx, accountId)
    const { rows } = await sql`
      with told as (
        update carrier_document document set asked_at = now()
        where id = ${documentId} and account_id = ${accountId} and status = 'accepted' and not ${wasAskedFor}
          and expires_on <= ${todaySql} + ${soonDays}::integer
          and ${isReachable(sql`account_id`, 'document_expires', reach)}
          and not exists (
            select from carrier_document next
            where next.account_id = document.account_id and next.kind = document.kind and next.status = 'waiting')
        returning account_id)
      insert into notice (account_id, kind) select account_id, 'document_expires' from told returning id`.execute(
      trx,
    )
    if (rows.length === 0) return false
    await recordAudit(trx, {
      ...by,
      act: 'document.ask',
      targets: [
        { type: 'account', id: accountId },
        { type: 'document', id: documentId },
      ],
    })
    return true
  })
  const found = await findDocument(kysely, asked)
  if (!found) throw new Problem('not_found', (t) => t.requests.notFound)
  if (!wasTold) throw new Problem('wrong_state', (t) => t.documents.notAsked(daysBetweenAsks))
  return found
}
