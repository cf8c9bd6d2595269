import { escapeHtml } from '../../../lib/escape-html.ts'

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

const string = String.raw`(?<string>"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\]|\\.)*'|${'`'}(?:[^${'`'}\\]|\\.)*${'`'})`
const number = String.raw`(?<number>\b\d[\d_.]*\b)`
const keyword = (words: string): string => String.raw`(?<keyword>\b(?:${words})\b)`

/** A language with the comments of C. */
const likeC = (words: string, more: string[] = []): RegExp =>
  new RegExp(
    [String.raw`(?<comment>\/\/.*|\/\*[^]*?\*\/)`, ...more, string, number, keyword(words)].join('|'),
    'g',
  )

const jsWords =
  'const|let|await|async|function|return|if|else|throw|new|for|of|true|false|null|export|import|from'
const tsWords = `${jsWords}|type|as|try|catch|while|continue|break|instanceof|typeof`
const pythonWords =
  'import|from|def|return|if|elif|else|raise|with|as|for|in|not|and|or|True|False|None|try|except|while|break|continue|pass'
const phpWords =
  'function|use|return|if|elseif|else|throw|new|for|foreach|as|while|break|continue|const|array|string|int|bool|true|false|null|echo|try|catch'
const goWords =
  'package|import|func|return|if|else|for|range|switch|case|default|break|continue|const|var|type|struct|defer|nil|true|false'
const javaWords =
  'import|package|class|public|private|static|final|void|int|long|boolean|var|new|return|if|else|for|while|switch|case|default|break|continue|try|catch|throw|throws|true|false|null'
const csharpWords =
  'using|namespace|class|public|private|static|async|await|var|new|return|if|else|for|foreach|in|while|switch|case|default|break|continue|try|catch|when|throw|is|and|or|not|object|string|int|bool|true|false|null'
const bashWords = 'curl|while|do|done|case|in|esac|break|exit'

const grammars: Record<string, RegExp> = {
  json: new RegExp(
    [String.raw`(?<name>"[^"\n]*"(?=\s*:))`, string, number, keyword('true|false|null')].join('|'),
    'g',
  ),
  js: likeC(jsWords),
  ts: likeC(tsWords),
  python: new RegExp([String.raw`(?<comment>#.*)`, string, number, keyword(pythonWords)].join('|'), 'g'),
  php: likeC(phpWords, [String.raw`(?<name>\$\w+|^<\?php)`]),
  go: likeC(goWords),
  java: likeC(javaWords),
  csharp: likeC(csharpWords),
  bash: new RegExp(
    [
      String.raw`(?<comment>(?:^|(?<=\s))#.*)`,
      string,
      String.raw`(?<keyword>(?<![\w./-])(?:${bashWords})(?![\w./-]))`,
    ].join('|'),
    'gm',
  ),
  http: /(?<name>^[A-Za-z-]+(?=:))/gm,
}
