import type { FastifyInstance } from 'fastify'
import { moveJobPin as operation } from '#contract/admin/job-acts.ts'
import { movePin } from '../../../jobs/actions/move-pin.ts'
import { mount } from '../../mount.ts'
import { answerJob, type JobNeeds } from './answer-job.ts'
import { staffAct } from './staff-act.ts'

/** Sets an end of a job on the map. */
export function mountMoveJobPin(scope: FastifyInstance, needs: JobNeeds): void {
  mount(scope, operation, async (call) => {
    const { stop, lat, lon } = call.body
    await movePin(needs, { ...staffAct(call), stop, lat, lon })
    return answerJob(needs, call)
  })
}
