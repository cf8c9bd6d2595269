import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listInvitations as operation } from '#contract/admin/members.ts'
import type { StaffRole } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { listInvitations } from '../../../members/invitations.ts'
import { mount } from '../../mount.ts'

/** Lists the invitations that can still be used. */
export function mountListInvitations(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: { partnerId } }) => {
    const invitations = await listInvitations(kysely, { partnerId })
    return {
      invitations: invitations.map(({ id, name, role, member_id, created_by, created_at, expires_at }) => ({
        invitation_id: id,
        name,
        role: role as StaffRole,
        way_back: member_id !== null,
        created_by,
        created_at: created_at.toISOString(),
        expires_at: expires_at.toISOString(),
      })),
    }
  })
}
