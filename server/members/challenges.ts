import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'

export type ChallengeKind = Tables['member_challenge']['kind']

/** Who a challenge is for: a member, the holder of an invitation, or the person who signs in with a passkey. */
export type ChallengeFor = { memberId?: string; invitationId?: string }

export type StartedChallenge = { id: string; challenge: Buffer; expiresAt: Date }

const lifeMinutes = 5

/** A challenge of WebAuthn. It works once, for five minutes. */
export async function startChallenge(
  kysely: Kysely<Tables>,
  { kind, memberId, invitationId }: ChallengeFor & { kind: ChallengeKind },
): Promise<StartedChallenge> {
  const challenge = randomBytes(32)
  return { challenge, ...(await insert(kysely, { id: newId(), kind, memberId, invitationId, challenge })) }
}

/** Keeps what `confirmTotp` will store, sealed, for as long as an authenticator app takes to set up. */
export const keepSealed = (
  kysely: Kysely<Tables>,
  kept: ChallengeFor & { id: string; sealed: Buffer },
): Promise<{ id: string; expiresAt: Date }> => insert(kysely, { ...kept, kind: 'totp_setup' })

type New = {
  id: string
  kind: ChallengeKind
  memberId?: string | undefined
  invitationId?: string | undefined
  challenge?: Buffer
  sealed?: Buffer
}

async function insert(kysely: Kysely<Tables>, row: New): Promise<{ id: string; expiresAt: Date }> {
  const { id, kind, memberId = null, invitationId = null, challenge = null, sealed = null } = row
  const minutes = kind === 'totp_setup' ? 2 * lifeMinutes : lifeMinutes
  const { expires_at } = await kysely
    .insertInto('member_challenge')
    .values({
      id,
      kind,
      member_id: memberId,
      invitation_id: invitationId,
      challenge,
      sealed,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { id, expiresAt: expires_at }
}

type Sought = ChallengeFor & { id: string; kind: ChallengeKind }

const found = ({ id, kind, memberId, invitationId }: Sought) => sql`
  id = ${id} and kind = ${kind} and used_at is null and expires_at > now()
  and member_id is not distinct from ${memberId ?? null}
  and invitation_id is not distinct from ${invitationId ?? null}`

/**
 * Uses up a challenge, regardless of the result. @returns null when it was used, has expired or belongs to another
 * person.
 */
export async function useChallenge(kysely: Kysely<Tables>, sought: Sought): Promise<Buffer | null> {
  const { rows } = await sql<{ challenge: Buffer | null }>`
    update member_challenge set used_at = now() where ${found(sought)} returning challenge`.execute(kysely)
  return rows[0]?.challenge ?? null
}

/** Reads the sealed data. A wrong code does not use it up, so a typing error needs no new secret. */
export async function readSealed(
  kysely: Kysely<Tables>,
  sought: Omit<Sought, 'kind'>,
): Promise<Buffer | null> {
  const { rows } = await sql<{ sealed: Buffer | null }>`
    select sealed from member_challenge where ${found({ ...sought, kind: 'totp_setup' })}`.execute(kysely)
  return rows[0]?.sealed ?? null
}

/** Uses up the sealed data. @returns false when a concurrent request was first. */
export async function useSealed(trx: Kysely<Tables>, sought: Omit<Sought, 'kind'>): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update member_challenge set used_at = now(), sealed = '' where ${found({ ...sought, kind: 'totp_setup' })}`.execute(
    trx,
  )
  return (numAffectedRows ?? 0n) > 0n
}
