import type { FastifyInstance } from 'fastify'
import { startExamination as operation } from '#contract/admin/health.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type ExaminationNeeds, startExamination } from '../../../health/examination.ts'
import { Problem } from '../../../lib/problem.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { byCaller } from '../by-caller.ts'
import { answerExamination } from './answer-examination.ts'

export type StartExaminationNeeds = ExaminationNeeds & { limiter: Limiter }

const mostPerMinute = 6

/** Runs the checks of the doctor in the background. */
export function mountStartExamination(scope: FastifyInstance, needs: StartExaminationNeeds): void {
  mount(scope, operation, async ({ caller, language, request }) => {
    const decision = await needs.limiter.take(`member:${caller.memberId}:examinations`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    if (!(await startExamination(needs, { by: byCaller(caller, request) }))) throw runs
    return answerExamination(needs.kysely, language)
  })
}

const runs = new Problem('wrong_state', (t) => t.panel.examinationRuns)
