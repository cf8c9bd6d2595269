import type { AppError } from '#contract/app/common.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Problem } from '../../lib/problem.ts'
import { errorBody } from '../errors.ts'

/** The app API has one body for all errors. */
export function appErrorBody(problem: Problem, language: Language): AppError {
  const { retryAfterSeconds, earliestAt } = problem
  // An operation of this API throws only its codes.
  return {
    ...errorBody(problem, language),
    ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }),
    ...(earliestAt && { earliest_at: earliestAt.toISOString() }),
  } as AppError
}
