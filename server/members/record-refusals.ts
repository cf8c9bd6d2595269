import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { refusedOf } from './refused-proofs.ts'

type Row = {
  id: number
  memberId: string
  partnerId: string | null
  passwords: number
  codes: number
  passkeys: number
  step_ups: number
  copies: number
  refused: number
}

/**
 * Records refused proofs in the audit log: one event for the first of a member in an hour, and another with all of them
 * once the hour is over, if more came. The row is locked, so that only one of several nodes records it.
 */
export async function recordRefusals(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && (await kysely.transaction().execute(recordOne)));
}

async function recordOne(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql<Row>`
    select r.id, member_id as "memberId", partner_id as "partnerId", passwords, codes, passkeys, step_ups, copies,
      ${refusedOf} as refused
    from member_refusal r join member m on m.id = r.member_id
    where recorded = 0 or (recorded < ${refusedOf} and (told or hour <= now() - interval '1 hour'))
    order by r.id limit 1 for update of r skip locked`.execute(trx)
  const [row] = rows
  if (!row) return false
  await sql`update member_refusal set recorded = ${row.refused} where id = ${row.id}`.execute(trx)
  const { passwords, codes, passkeys, step_ups, copies, memberId, partnerId } = row
  const counts = Object.entries({
    wrong_passwords: passwords,
    wrong_codes_after_right_password: codes,
    wrong_passkeys: passkeys,
    wrong_confirmations: step_ups,
    copied_passkeys: copies,
  }).filter(([, count]) => count > 0)
  await recordAudit(trx, {
    actor: { type: 'system', name: 'sign-in' },
    act: 'member.refuse_proof',
    targets: [
      { type: 'member', id: memberId },
      ...(partnerId === null ? [] : [{ type: 'partner' as const, id: partnerId }]),
    ],
    changes: Object.fromEntries(counts.map(([name, to]) => [name, { from: null, to }])),
  })
  return true
}
