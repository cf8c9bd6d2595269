import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { resolveJobProblems as operation } from '#contract/admin/job-acts.ts'
import type { Tables } from '../../../db/tables.ts'
import { resolveProblems } from '../../../jobs/doubts/resolve-problem.ts'
import { mount } from '../../mount.ts'
import { staffAct } from './staff-act.ts'

/** Decides on the reports of a job. */
export function mountResolveJobProblems(scope: FastifyInstance, needs: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async (call) => {
    const { outcome } = call.body
    return { decided: await resolveProblems(needs, { ...staffAct(call), outcome }) }
  })
}
