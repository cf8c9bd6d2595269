import type { Language } from '#contract/vocabulary.ts'
import type { Problem } from '../../lib/problem.ts'
import { texts } from '../../texts/index.ts'
import { errorBody } from '../errors/errors.ts'

/** The error bodies of spec part 7. The part documents two bodies for 429; ours has the members of both. */
export function partnerErrorBody(problem: Problem, language: Language): object {
  const { code, text, retryAfterSeconds } = problem
  if (code !== 'rate_limit_exceeded') return errorBody(problem, language)
  const seconds = retryAfterSeconds ?? 1
  const message = text(texts[language])
  return { error: code, message, retry_after_seconds: seconds, detail: message, retry_after: seconds }
}
