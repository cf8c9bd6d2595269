import type { readJob as operation } from '#contract/partner.ts'
import type { JobState } from '../../jobs/job.ts'
import type { ReadJob } from '../../jobs/queries/read-job.ts'
import { Problem } from '../../lib/problem.ts'
import { Forbidden } from '../errors/errors.ts'
import type { Handler } from '../mount.ts'
import { isNamed } from '../responses/headers.ts'
import { presentJob } from './views.ts'

/** Spec 4.3. Expired and deleted jobs are 404 for every key; a job of another key, or of the app, is 403 (spec 5.6). */
export const readJob =
  (needs: { readJob: ReadJob }): Handler<typeof operation> =>
  async ({ caller: key, params, request, reply }) => {
    const job = await needs.readJob(params.job_id.toLowerCase())
    if (!job) throw unknownJob
    if (job.keyId !== key.keyId) throw foreignJob
    const etag = entityTag(job)
    reply.header('etag', etag).header('cache-control', 'private')
    if (isNamed(etag, request.headers['if-none-match'])) return reply.code(304).send()
    return presentJob(job)
  }

/** Everything a partner can read of a job changes only with its status or `updated_at`. */
const entityTag = ({ status, updatedAt }: JobState): string =>
  `"${status}-${updatedAt.getTime().toString(36)}"`

/** Also the response to a malformed id. */
export const unknownJob = new Problem('not_found', (t) => t.partners.noJob)

const foreignJob = new Forbidden((t) => t.partners.foreignJob)
