import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Visit } from './by-member.ts'
import type { Surface } from './surface.ts'

/**
 * What was wrong. `code`: after the right password. `step_up`: in a session. `copy`: a passkey whose counter did not
 * rise, and that no other device may have.
 */
export const refusedProofs = ['password', 'code', 'passkey', 'step_up', 'copy'] as const
export type RefusedProof = (typeof refusedProofs)[number]

export type RefusalNeeds = {
  kysely: Kysely<Tables>
  surface: Surface
  /** Called with each refused proof, for the log and the metric; without the member if there is none of the name. */
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
  /** From a browser that had signed in as the member before, or within a session. */
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

/** The session of a sign-in tells its member what was refused since the one before. */
export async function tellRefusedProofs(
  trx: Kysely<Tables>,
  { memberId, sessionId }: { memberId: string; sessionId: string },
): Promise<void> {
  await sql`update member_refusal set told = true, told_session = ${sessionId}
    where member_id = ${memberId} and not told`.execute(trx)
}
