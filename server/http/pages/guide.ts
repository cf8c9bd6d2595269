import { Marked, type Token, type Tokens } from 'marked'
import { highlight } from './highlight.ts'
import { escapeHtml } from './layout.ts'

/** The headings of the second level, each with its headings of the third level. */
export type Contents = { id: string; text: string; parts: Contents }[]

/** Renders our trusted Markdown. Consecutive code blocks in different languages become one group of samples. */
export function renderGuide(markdown: string): { html: string; contents: Contents } {
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
      html.push(headingWithLink(heading, marked.parseInline(heading.text) as string))
      note(contents, heading)
    } else {
      html.push(marked.parser([token]))
    }
  }
  return { html: html.join('\n'), contents }
}

const isCode = (token: Token | undefined): token is Tokens.Code => token?.type === 'code'

/** Number of consecutive code blocks in different languages, which show one request in each language. */
function lengthOfGroup(tokens: Token[], start: number): number {
  const seen = new Set<string>()
  let end = start
  for (let token = tokens[end]; isCode(token) && !seen.has(token.lang ?? ''); token = tokens[++end]) {
    seen.add(token.lang ?? '')
  }
  return end - start
}

const samples = (blocks: Tokens.Code[]): string => `<div class="samples">${blocks.map(sample).join('')}</div>`

function sample({ lang = '', text }: Tokens.Code): string {
  const name = names[lang] ?? lang
  // Focusable, so that wide samples can be scrolled with the keyboard.
  return `<div class="sample" data-name="${escapeHtml(name)}"><p class="sample-name">${escapeHtml(name)}</p><pre tabindex="0"><code>${highlight(text, lang)}</code></pre></div>`
}

const names: Record<string, string> = {
  bash: 'curl',
  js: 'Node',
  python: 'Python',
  json: 'JSON',
  http: 'HTTP',
  text: 'Text',
}

function headingWithLink({ depth, text }: Tokens.Heading, inner: string): string {
  if (depth === 1) return `<h1>${inner}</h1>`
  const id = idOf(text)
  return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this part">#</a></h${depth}>`
}

function note(contents: Contents, { depth, text }: Tokens.Heading): void {
  const entry = { id: idOf(text), text: text.replaceAll('`', ''), parts: [] }
  if (depth === 2) contents.push(entry)
  if (depth === 3) contents.at(-1)?.parts.push(entry)
}

const idOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

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
