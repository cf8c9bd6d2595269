import { Marked, type Token, type Tokens } from 'marked'
import { anchorOf } from './guide-anchors.ts'

/** A heading with the plain text up to the next one. `id` is empty for the heading of the page. */
export type Part = { id: string; title: string; text: string }

/** Splits a page of the guide at its headings down to a level, for the search. */
export function partsOf(markdown: string, deepest: 2 | 3): Part[] {
  const marked = new Marked()
  const parts: Part[] = []
  const append = (text: string): void => {
    const part = parts.at(-1)
    if (part) part.text = `${part.text} ${text}`.trim()
  }
  for (const token of marked.lexer(markdown)) {
    if (token.type !== 'heading') {
      append(plainText(marked, token))
      continue
    }
    const { depth, text } = token as Tokens.Heading
    const { id, title } = anchorOf(text)
    const plain = title.replaceAll('`', '')
    if (depth > deepest) append(plain)
    else parts.push({ id: depth === 1 ? '' : id, title: plain, text: '' })
  }
  return parts
}

/** The search skips samples in several languages: the text has the same words. */
function plainText(marked: Marked, token: Token): string {
  const words: string[] = []
  void marked.walkTokens([token], (each) => {
    const isLeaf = each.type === 'codespan' || (each.type === 'text' && !('tokens' in each && each.tokens))
    if (isLeaf) words.push((each as Tokens.Text).text)
  })
  // Marks that follow code or a link are separate words here.
  return words.join(' ').replaceAll(/\s+(?=[.,;:)\s]|$)/g, '')
}
