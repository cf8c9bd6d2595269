import { type Kysely, sql, type Transaction } from 'kysely'
import { recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import type { Visit } from './by-member.ts'
import type { Surface } from './surface.ts'

/**
 * The wrong part. `code`: after the right password. `step_up`: in a session. `copy`: a device-bound passkey whose
 * counter did not rise.
 */
const refusedProofs = ['password', 'code', 'passkey', 'step_up', 'copy'] as const
type RefusedProof = (typeof refusedProofs)[number]

export type RefusalNeeds = {
  kysely: Kysely<Tables>
  surface: Surface
  /** Called with each refused proof, for the log and the metric; without the member for an unknown name. */
  onRefusedProof: (refusal: {
    surface: Surface
    what: RefusedProof
    member?: string
    request: string
  }) => void
}

export type Refusal = {
  memberId: string | undefined
  what: RefusedProof
  /** From a browser of an earlier sign-in as the member, or within a session. */
  isKnown: boolean
  visit: Visit
}

/** Counts a refused proof. One statement, also for a name without a member. */
export async function noteRefusedProof(
  { kysely, surface, onRefusedProof }: RefusalNeeds,
  { memberId, what, isKnown, visit }: Refusal,
): Promise<void> {
  const counter = sql.ref(counters[what])
  await sql`
    insert into member_refusal as r (member_id, hour, ${counter}, known)
    select id, date_trunc('hour', now()), 1, ${Number(isKnown)} from member where id = ${memberId ?? null}
    on conflict (member_id, hour) where not told
    do update set ${counter} = r.${counter} + 1, known = r.known + excluded.known, last_at = now()`.execute(
    kysely,
  )
  onRefusedProof({
    surface,
    what,
    ...(memberId !== undefined && { member: memberId }),
    request: visit.requestId,
  })
}

const counters = {
  password: 'passwords',
  code: 'codes',
  passkey: 'passkeys',
  step_up: 'step_ups',
  copy: 'copies',
} as const satisfies Record<RefusedProof, string>

/** SQL: all refused proofs of a row. */
export const refusedOf = sql<number>`(passwords + codes + passkeys + step_ups + copies)`

/** At a sign-in, the session shows its member the proofs refused since the last one. */
export async function tellRefusedProofs(
  trx: Kysely<Tables>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<void> {
  await sql`update member_refusal set told = true, told_session = ${sessionId}
    where member_id = ${memberId} and not told`.execute(trx)
}

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
 * after the hour, if more followed. The row is locked, so only one node records it.
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
