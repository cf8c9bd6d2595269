import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { revokeInvitation as operation } from '#contract/admin/members.ts'
import type { Tables } from '../../../db/tables.ts'
import { revokeInvitation } from '../../../members/invite.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Ends the link of an invitation. */
export function mountRevokeInvitation(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const { partnerId } = caller
    const done = await revokeInvitation({ kysely }, { invitationId: params.invitation_id, partnerId, by })
    if (!done) throw notFound
  })
}
