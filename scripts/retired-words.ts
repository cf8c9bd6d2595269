import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A word that is refused, in which files, and what to write instead. */
type RetiredWord = { word: RegExp; write: string; files?: RegExp; except?: RegExp; commentsOnly?: true }

/** Matches a phrase also where a line break and the mark of a comment separate its words. */
const phrase = (text: string) =>
  new RegExp(`\\b${text.replaceAll(' ', String.raw`\s+(?:(?:\*|//|--|\||#)\s+)?`)}\\b`, 'gi')

const retiredWords: RetiredWord[] = [
  { word: /\b(?:most|least)[A-Z]\w*/g, write: 'max…, min…' },
  { word: phrase('whoever'), write: 'the person, client or process that' },
  { word: phrase('whichever'), write: 'the name of the thing', commentsOnly: true },
  { word: phrase('anew'), write: 'again' },
  { word: phrase('of (?:its|their) own'), write: 'its own, a separate' },
  { word: phrase('under way'), write: 'in progress, running' },
  { word: phrase('all the same'), write: 'still, anyway' },
  { word: phrase('mend(?:s|ed|ing)?'), write: 'fix, correct; `remedy` in `dray doctor`' },
  { word: phrase('thereof'), write: 'of it' },
  {
    word: phrase('nobody (?:has|is|can)'),
    write: 'the passive, or "no caller", "no process"',
    commentsOnly: true,
  },
  { word: /\bstands\b(?! for| in for)/gi, write: 'is, stays' },
  { word: /\blies\b/gi, write: 'is in' },
  { word: /(?<!\bthere )\bis no (?=[a-z])(?!longer|more|one\b|other)/gi, write: 'is not a' },
  { word: /hasten(?:s|ed|ing)?\b/gi, write: 'make due now' },
  { word: phrase('knock(?:s|ed|ing)?'), write: 'probe' },
  {
    word: phrase('the house(?! number)'),
    write: 'the code, this service',
    except: /^(server\/geocoding|lib\/gazetteer)\//,
  },
  { word: /\b(?:is)?standings?\b/gi, write: 'subscriber, isAlive, status' },
  { word: /surroundings/gi, write: 'runtime, needs' },
  { word: /\bhappenings?\b/gi, write: 'change, event' },
  { word: /lookAgain/g, write: 'recheckAuthorization' },
  { word: /noteNews/g, write: 'handleProcessorEvent' },
  { word: /tellIfConcerned/g, write: 'sendIfConcerned' },
  { word: /withPatience|\bpatiently\b/gi, write: 'waitForProcessor' },
  { word: /doSurely/g, write: 'retry' },
  { word: /othersOf\b/g, write: 'paymentsOfJob' },
  { word: /eachInTurn/g, write: 'forEachSettled' },
  { word: /areStrangers/g, write: 'areAllPublic' },
  { word: /outbox/gi, write: 'offlineQueue (the outbox is the SMS provider)', files: /^web\// },
  { word: /\blanes\b/gi, write: 'semaphore', files: /^server\// },
  { word: /seats?\b|strangers?/gi, write: 'capital, unknown', files: /^lib\/gazetteer\// },
]

type Found = { line: number; found: string; write: string }

/** The retired words in the text of a file, in its comments, names, strings and prose. */
export function findRetired(file: string, text: string): Found[] {
  return retiredWords
    .filter(({ files, except }) => (files?.test(file) ?? true) && !except?.test(file))
    .flatMap(({ word, write, commentsOnly }) =>
      [...(commentsOnly ? commentsOf(file, text) : text).matchAll(word)].map(({ 0: found, index }) => ({
        line: text.slice(0, index).split('\n').length,
        found: found.replaceAll(/\s+/g, ' '),
        write,
      })),
    )
}

/** The text with blanks in place of code. In Markdown everything counts as comment. */
function commentsOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text
  const [, kind = ''] = /\.(sql|py)$/.exec(file) ?? []
  const comment = comments[kind] ?? /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*/g
  let rest = text.replaceAll(/[^\n]/g, ' ')
  for (const { 0: words, index } of text.matchAll(comment))
    rest = rest.slice(0, index) + words + rest.slice(index + words.length)
  return rest
}

/** How a language other than TypeScript writes comments. In Python, docstrings count too. */
const comments: Record<string, RegExp> = { sql: /--.*/g, py: /"""[\s\S]*?"""|#.*/g }

const root = path.join(import.meta.dirname, '..')
const sources = [
  '{server,contract,lib,web,test,bench,scripts,bin,docs,sdk,examples}/**/*.{ts,tsx,mjs,md,sql,html,ejs,py}',
  '*.md',
]
/** These files name retired words. Migrations are excepted because they never change. */
const excepted =
  /^(scripts\/(retired-words|measure-house)\.ts|test\/words\.test\.ts|STYLE\.md|server\/db\/migrations\/.*)$/

/** Each retired word in the repository as `file:line: word`, with what to write instead. */
function checkRepository(): string[] {
  return globSync(sources, { cwd: root, exclude: (name) => /node_modules|dist$/.test(name) })
    .filter((file) => !excepted.test(file))
    .flatMap((file) =>
      findRetired(file, readFileSync(path.join(root, file), 'utf8')).map(
        ({ line, found, write }) => `${file}:${line}: "${found}": write ${write}`,
      ),
    )
}

if (import.meta.main) {
  const lines = checkRepository()
  for (const line of lines) console.log(line)
  process.exitCode = lines.length > 0 ? 1 : 0
}
