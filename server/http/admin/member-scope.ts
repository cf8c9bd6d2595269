import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { Operation } from '#contract/operation.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { type BodyBudget, boundBodies } from '../body-budget.ts'
import { notFound } from '../errors.ts'
import type { FieldChecks } from '../field-checks.ts'
import { readJsonOnly } from '../json-only.ts'
import { refuseUnknown, unknownRefusal } from '../refuse-unknown.ts'
import { validatorCompiler } from '../validation.ts'
import { createMemberAdmission, createMemberMeter, type MemberAdmissionNeeds } from './admission.ts'

export type MemberScopeNeeds = MemberAdmissionNeeds & {
  limiter: Limiter
  checks: FieldChecks
  bodies: BodyBudget
}

/** Gives the scope of a panel its hooks: limits, admission of the members, and refusals of what is not in the contract. */
export async function prepareMemberScope(
  scope: FastifyInstance,
  needs: MemberScopeNeeds,
  operations: readonly Operation[],
): Promise<void> {
  scope.decorateRequest('member', null)
  await scope.register(fastifyCookie)
  scope.setValidatorCompiler(
    validatorCompiler(needs.checks, { malformedPath: notFound, invalid: (t) => t.accounts.checkInput }),
  )
  scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  scope.addHook('onRequest', createMemberMeter(needs))
  scope.addHook('onRequest', refuseUnknown(operations))
  scope.addHook('onRequest', createMemberAdmission(needs))
  readJsonOnly(scope)
  boundBodies(scope, needs.bodies)
  // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
  scope.setNotFoundHandler(() => {
    throw notFound
  })
  // Without this route, the pages (`/admin/*`, `/partner/*`) would answer an unknown GET of the API.
  scope.get('/*', { config: { memberAccess: 'anyone' } }, async (request) => {
    throw unknownRefusal(operations, request)
  })
}
