import type { FastifyInstance } from 'fastify'
import type { Problem } from '../lib/problem.ts'
import { type BodyBudget, boundBodies } from './body-budget.ts'
import { notFound } from './errors.ts'
import type { FieldChecks } from './field-checks.ts'
import { readJsonOnly } from './json-only.ts'
import type { Admit } from './partner/admission.ts'
import { type Door, refuseUnknown } from './refuse-unknown.ts'
import { validatorCompiler } from './validation.ts'

export type PartnerScopeNeeds = { admit: Admit; bodies: BodyBudget; checks: FieldChecks }

type Specific = {
  operations: readonly Door[]
  /** The response to a malformed id. */
  malformedPath: Problem
  /** The checks for one body, where they depend on the caller. Default: `checks`. */
  checksFor?: (body: unknown) => FieldChecks
}

/** Gives a scope for partners' keys its hooks: admission, limits, and refusals of what is not in the contract. */
export function preparePartnerScope(
  scope: FastifyInstance,
  { admit, bodies, checks }: PartnerScopeNeeds,
  { operations, ...wording }: Specific,
): void {
  scope.decorateRequest('partnerKey')
  scope.decorateRequest('windowUsed', 0)
  readJsonOnly(scope)
  scope.setValidatorCompiler(
    validatorCompiler(checks, { ...wording, invalid: (t) => t.partners.fieldsNotValid }),
  )
  scope.addHook('onRequest', admit)
  scope.addHook('onRequest', refuseUnknown(operations))
  boundBodies(scope, bodies)
  // Never called: `refuseUnknown` answers first. Without a handler, the hooks would not run for unknown paths.
  scope.setNotFoundHandler(() => {
    throw notFound
  })
}
