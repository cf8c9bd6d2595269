import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resumeAccount as operation } from '#contract/admin/accounts.ts'
import { resumeAccount } from '../../../accounts/store.ts'
import type { Tables } from '../../../db/tables.ts'
import { byMember } from '../../../members/by-member.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { visitOf } from '../visit.ts'

/** Lifts the suspension of an account. */
export function mountResumeAccount(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = { ...byMember(caller, visitOf(request)), reason: body.reason }
    if (!(await resumeAccount(kysely, { accountId: params.account_id, by }))) throw notFound
  })
}
