import { escapeHtml } from './layout.ts'

/** Highlights strings, comments, numbers and keywords; enough for the samples of the guide. @returns HTML. */
export function highlight(code: string, language: string): string {
  const grammar = grammars[language]
  if (!grammar) return escapeHtml(code)
  let html = ''
  let end = 0
  for (const match of code.matchAll(grammar)) {
    const kind = Object.keys(match.groups ?? {}).find((name) => match.groups?.[name] !== undefined)
    html += `${escapeHtml(code.slice(end, match.index))}<span class="${kind}">${escapeHtml(match[0])}</span>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(code.slice(end))
}

const string = String.raw`(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`
const number = String.raw`(?<number>\b\d[\d_.]*\b)`
const jsWords =
  'const|let|await|async|function|return|if|else|throw|new|for|of|true|false|null|export|import|from'
const pythonWords = 'import|from|def|return|if|else|raise|with|as|for|in|True|False|None|try|except|while'
const keyword = (words: string): string => String.raw`(?<keyword>\b(?:${words})\b)`

const grammars: Record<string, RegExp> = {
  json: new RegExp(
    [String.raw`(?<name>"[^"\n]*"(?=\s*:))`, string, number, keyword('true|false|null')].join('|'),
    'g',
  ),
  js: new RegExp([String.raw`(?<comment>\/\/.*)`, string, number, keyword(jsWords)].join('|'), 'g'),
  python: new RegExp([String.raw`(?<comment>#.*)`, string, number, keyword(pythonWords)].join('|'), 'g'),
  bash: new RegExp([String.raw`(?<comment>^#.*)`, string, String.raw`(?<keyword>^curl\b)`].join('|'), 'gm'),
  http: /(?<name>^[A-Za-z-]+(?=:))/gm,
}
