import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readExamination as operation } from '#contract/admin/health.ts'
import type { Tables } from '../../../db/tables.ts'
import { mount } from '../../mount.ts'
import { answerExamination } from './answer-examination.ts'

/** Reads the last examination. */
export function mountReadExamination(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, ({ language }) => answerExamination(kysely, language))
}
