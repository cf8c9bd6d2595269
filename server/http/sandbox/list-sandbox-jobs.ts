import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { storyOf } from '#contract/sandbox/stories.ts'
import { listSandboxJobs } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { listJobs } from '../../sandbox/list-jobs.ts'
import { inWorld } from '../../sandbox/steps.ts'
import { mount } from '../mount.ts'

export function mountListSandboxJobs(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listSandboxJobs, async ({ caller: { keyId } }) => {
    const rows = await listJobs(kysely, keyId)
    return {
      jobs: rows.map(({ jobId, externalReference, status, storyPhone, createdAt, agedMs }) => ({
        job_id: jobId,
        external_reference: externalReference,
        status,
        story: storyOf(storyPhone),
        created_at: inWorld(createdAt, agedMs).toISOString(),
      })),
    }
  })
}
