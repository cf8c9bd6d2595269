import { Marked, type Tokens } from 'marked'
import { escapeHtml } from '../../../lib/escape-html.ts'

/** Converts the Markdown of a company text to HTML. Its tags are escaped, and its pictures become links. */
export function legalHtml(markdown: string): { html: string; title: string | null } {
  const marked = new Marked({ renderer: { html: ({ text }) => escapeHtml(text), image: linkTo } })
  const tokens = marked.lexer(markdown)
  const title = tokens.find((token): token is Tokens.Heading => token.type === 'heading' && token.depth === 1)
  return { html: marked.parser(tokens), title: title ? title.text : null }
}

const linkTo = ({ href, text }: Tokens.Image): string =>
  `<a href="${escapeHtml(href)}">${escapeHtml(text)}</a>`
