import type { AppError } from '#contract/app/common.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import type { Problem } from '../../lib/problem.ts'
import { texts } from '../../texts/index.ts'
import { errorBody } from './errors.ts'

/** The app API and the panels have one body for all errors. */
export const appErrorBody =
  (supportUrl: string) =>
  (problem: Problem, language: PersonLanguage): AppError => {
    const { retryAfterSeconds, earliestAt, asksSupport } = problem
    // An operation of this API throws only its codes.
    return {
      ...errorBody(problem, language),
      ...(retryAfterSeconds && { retry_after_seconds: retryAfterSeconds }),
      ...(asksSupport && { support_url: supportUrl }),
      ...(earliestAt && { earliest_at: earliestAt.toISOString() }),
    } as AppError
  }

/** The error bodies of spec part 7. The part documents two bodies for 429; our body has the members of both. */
export function partnerErrorBody(problem: Problem, language: PersonLanguage): object {
  const { code, text, retryAfterSeconds } = problem
  if (code !== 'rate_limit_exceeded') return errorBody(problem, language)
  const seconds = retryAfterSeconds ?? 1
  const message = text(texts[language])
  return { error: code, message, retry_after_seconds: seconds, detail: message, retry_after: seconds }
}
