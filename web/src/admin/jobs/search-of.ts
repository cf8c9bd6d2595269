import { asPhone } from '../../kit/phone-number.ts'
import { isLikePhone } from '../../panel/is-like-phone.ts'
import type { Search } from '../../panel/link.tsx'
import { rememberTerms } from '../typed-terms.ts'

/**
 * The search parameters that show the jobs of a typed text. A phone is remembered instead, with its country code if the
 * member may search for phones: for other members, digits are a reference.
 */
export function searchOf(typed: string, { maySearchPhones }: { maySearchPhones: boolean }): Search {
  if (!isLikePhone(typed)) return { q: typed || undefined, phone: undefined }
  return { q: undefined, ...rememberTerms({ phone: (maySearchPhones && asPhone(typed)) || typed }) }
}
