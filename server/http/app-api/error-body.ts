import type { AppError } from '#contract/app/common.ts'
import type { Language } from '#contract/vocabulary.ts'
import type { Problem } from '../../lib/problem.ts'
import { errorBody } from '../errors/errors.ts'

/** The API of the app and those of the panels have one body for all errors. */
export const appErrorBody =
  (supportUrl: string) =>
  (problem: Problem, language: Language): AppError => {
    const { retryAfterSeconds, earliestAt, asksSupport } = problem
    // An operation of this API throws only its codes.
    return {
      ...errorBody(problem, language),
      ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }),
      ...(asksSupport && { support_url: supportUrl }),
      ...(earliestAt && { earliest_at: earliestAt.toISOString() }),
    } as AppError
  }
