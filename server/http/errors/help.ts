import type { Language } from '#contract/vocabulary.ts'
import { docsPath } from '../requests/language.ts'

/** An error response: `code` is null for a taken reference, whose body has no code. */
export type ErrorResponse = { status: number; code: string | null }

/** Path of the paragraph of the guide on an error: `/docs/errors#geocoding_failed`. */
export const errorHelp = (error: ErrorResponse, language: Language): string =>
  `${docsPath(language)}/errors#${helpAnchor(error)}`

/** Value of the header `Link` of an error response. Relative, as `Location` is (docs/design.md). */
export const helpLink = (error: ErrorResponse, language: Language): string =>
  `<${errorHelp(error, language)}>; rel="help"`

/** The code, except for three errors that share a code or have no code. */
export function helpAnchor({ status, code }: ErrorResponse): string {
  if (status === 403 && code === 'unauthorized') return 'forbidden'
  if (status === 431) return 'headers_too_large'
  return code ?? 'duplicate_reference'
}
