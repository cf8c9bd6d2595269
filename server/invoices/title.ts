import { type SimplifiedKind, simplifiedKinds } from '#contract/invoice-vocabulary.ts'
import type { Texts } from '../texts/index.ts'
import type { Invoice } from './read.ts'

/** The kind of a page that is a simplified invoice or corrects one; undefined for any other. */
export const simplifiedKindOf = ({ kind, content }: Invoice): SimplifiedKind | undefined =>
  content.simplified ? simplifiedKinds.find((each) => each === kind) : undefined

/** What a page is called, with its number. */
export function titleOf(invoice: Invoice, t: Texts['invoices']): string {
  const simplified = simplifiedKindOf(invoice)
  return `${simplified ? t.simplified[simplified] : t.kinds[invoice.kind]} ${invoice.number}`
}
