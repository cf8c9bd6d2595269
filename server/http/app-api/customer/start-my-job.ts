import type { FastifyInstance } from 'fastify'
import { startMyJob } from '#contract/app/customer.ts'
import { type StartNeeds, startInApp } from '../../../jobs/drafts/start-in-app.ts'
import { mount } from '../../mount.ts'
import { type AnswerNeeds, answerCustomersJob } from './answer-job.ts'

export type StartMyJobNeeds = AnswerNeeds & StartNeeds

/** Starts a job in the app instead of at a partner. */
export function mountStartMyJob(scope: FastifyInstance, needs: StartMyJobNeeds): void {
  mount(scope, startMyJob, async ({ caller, body }) => {
    const jobId = body.job_id.toLowerCase()
    const { title, description, size, pickup, dropoff, photo_ids } = body
    await startInApp(needs, {
      jobId,
      customerId: caller.accountId,
      phone: caller.phone,
      title,
      description: description || null,
      size,
      pickup,
      dropoff,
      photoNames: photo_ids ?? [],
    })
    return answerCustomersJob(needs, { caller, jobId })
  })
}
