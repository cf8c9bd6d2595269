import { type ReceiptKind, type SimplifiedKind, simplifiedKinds } from '#contract/invoice-vocabulary.ts'

/** The key of what a page is called. */
export function invoiceName<Kind extends string = ReceiptKind>(page: {
  kind: Kind
  simplified: boolean
}): `kinds.${Kind}` | `simplified.${SimplifiedKind}` {
  const simplified = page.simplified && simplifiedKinds.find((each) => each === page.kind)
  return simplified ? `simplified.${simplified}` : `kinds.${page.kind}`
}
