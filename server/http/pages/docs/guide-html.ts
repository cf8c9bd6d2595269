import { Marked, type Token, type Tokens } from 'marked'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { lazy } from '../../../lib/lazy.ts'
import { anchorOf } from './guide-anchors.ts'
import type { GuidePlace } from './guide-pages.ts'
import { guideSource } from './guide-source.ts'
import { highlight } from './highlight.ts'

/** A heading of the second level. */
export type Heading = { id: string; text: string }
export type Contents = Heading[]

/** A page: its title is the first heading, its lead the paragraph after it. */
type RenderedGuide = { html: string; contents: Contents; title: string; lead: string }

/** Renders our trusted Markdown. Consecutive code blocks in different languages become one group of samples. */
export function renderGuide(markdown: string): RenderedGuide {
  const marked = new Marked({ renderer: { table } })
  const tokens = marked.lexer(markdown).filter(({ type }) => type !== 'space')
  const contents: Contents = []
  const html: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    if (isCode(token)) {
      const group = tokens.slice(i, i + lengthOfGroup(tokens, i)) as Tokens.Code[]
      html.push(samples(group))
      i += group.length - 1
    } else if (token.type === 'heading') {
      const heading = token as Tokens.Heading
      const { id, title } = anchorOf(heading.text)
      html.push(headingWithLink({ id, depth: heading.depth }, marked.parseInline(title) as string))
      if (heading.depth === 2) contents.push({ id, text: plain(title) })
    } else {
      html.push(marked.parser([token]))
    }
  }
  const [first, second] = tokens as [Tokens.Heading, Tokens.Paragraph]
  return { html: html.join('\n'), contents, title: plain(first.text), lead: plain(second.text) }
}

/** The text without Markdown, for titles and leads: code and links. */
const plain = (text: string): string => text.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

/** Number of consecutive code blocks in different languages, which show one request. */
function lengthOfGroup(tokens: Token[], start: number): number {
  const seen = new Set<string>()
  let end = start
  for (let token = tokens[end]; isCode(token) && !seen.has(token.lang ?? ''); token = tokens[++end]) {
    seen.add(token.lang ?? '')
  }
  return end - start
}

const samples = (blocks: Tokens.Code[]): string => `<div class="samples">${blocks.map(sample).join('')}</div>`

/** The words after the language name the tab: ```` ```ts TypeScript (fetch) ````. */
function sample({ lang = '', text }: Tokens.Code): string {
  const [language = '', ...words] = lang.split(' ')
  const name = escapeHtml(words.join(' ') || (names[language] ?? language))
  // Focusable, so wide samples can be scrolled with the keyboard.
  const kind = toRead.has(language) ? ' data-kind="read"' : ''
  return `<div class="sample" data-name="${name}"${kind}><p class="sample-name">${name}</p><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>`
}

/** Languages of responses and messages, whose long lines wrap. */
const toRead = new Set(['json', 'http', 'text'])

const names: Record<string, string> = {
  bash: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  json: 'JSON',
  http: 'HTTP',
  text: 'Text',
}

function headingWithLink({ id, depth }: { id: string; depth: number }, inner: string): string {
  if (depth === 1) return `<h1>${inner}</h1>`
  return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-hidden="true" tabindex="-1">#</a></h${depth}>`
}

/** Like Marked's table, but in a container that scrolls on a phone. */
function table(
  this: { parser: { parseInline: (tokens: Token[]) => string } },
  { header, rows }: Tokens.Table,
): string {
  const inner = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
  // An empty cell is not a header.
  const heads = header.map((cell) => (cell.text ? `<th scope="col">${inner(cell)}</th>` : '<td></td>'))
  const row = (cells: Tokens.TableCell[]) =>
    `<tr>${cells.map((cell) => `<td>${inner(cell)}</td>`).join('')}</tr>`
  const head = `<thead><tr>${heads.join('')}</tr></thead>`
  const body = `<tbody>${rows.map(row).join('\n')}</tbody>`
  // A table with named rows can be shown as paragraphs on a phone; a grid cannot.
  const kind = header[0]?.text ? 'table rows' : 'table'
  return `<div class="${kind}" tabindex="0"><table>${head}${body}</table></div>\n`
}

const titles = lazy(() => new Map<string, string>())

/** The title of a page is the heading of its Markdown. */
export function guideTitle(place: GuidePlace): string {
  const key = `${place.language}/${place.name}`
  const title = titles().get(key) ?? /^# (.+)$/m.exec(guideSource(place))?.[1] ?? place.name
  titles().set(key, title)
  return title
}

/** The first sentence of a page: its purpose. */
export const guideLead = (place: GuidePlace): string =>
  /^# .+\n\n(.+?\.)(?= |$)/m.exec(guideSource(place))?.[1] ?? ''
