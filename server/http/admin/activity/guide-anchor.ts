import type { Language } from '#contract/vocabulary.ts'
import { errorHelp } from '../../errors/help.ts'
import { docsPath } from '../../requests/language.ts'

type Cause = { status: number; error_code: string | null; field: string | null }

/** Path of the paragraph of the guide that says what to do about an error: that of the field, else that of the error. */
export function guideOf({ status, error_code, field }: Cause, language: Language): string {
  const page = error_code === 'validation_error' && field !== null ? pageOfField(field) : null
  if (error_code === null) return `${docsPath(language)}/errors`
  return page ? `${docsPath(language)}/${page}` : errorHelp({ status, code: error_code }, language)
}

function pageOfField(field: string): string | null {
  if (field.startsWith('photos')) return 'photos'
  if (field === 'Idempotency-Key') return 'once#idempotency-key'
  return field === 'body' ? null : 'create#request'
}
