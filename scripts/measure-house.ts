import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/**
 * `node scripts/measure-house.ts`: prints the length of files and functions, import cycles, and how often comments use
 * the field's words, per 10,000 words of comments. Skips tests and generated files.
 */
const root = path.join(import.meta.dirname, '..')
const generated = /(^|\/)(phone-pattern|schema)\.ts$|\.generated\./

const parts: Record<string, string> = {
  'server + contract + lib': '{server,contract,lib}/**/*.ts',
  web: 'web/{src,sw,build}/**/*.{ts,tsx}',
  tests: '{test/**/*.ts,{server,contract,lib,scripts,web,bench}/**/*.test.ts}',
}

const trade =
  'retry retries retried timeout cache cached config transaction error request response connection query concurrent fallback should avoid ensure'
const retired =
  'whoever whichever nobody anew ours "of its own" "under way" "all the same" "is had" stands stand lies mend mends mended whatever'

/** Matches any of the words and "quoted phrases" in the list. */
const pattern = (words: string): RegExp =>
  new RegExp(`\\b(${[...words.matchAll(/"([^"]+)"|(\S+)/g)].map(([, a, b]) => a ?? b).join('|')})\\b`, 'gi')

type Node = { type: string; start: number; end: number }
type Source = { file: string; text: string; functions: Node[]; comments: string[] }

for (const [name, glob] of Object.entries(parts)) {
  const sources = globSync(glob, { cwd: root, exclude: (file) => /node_modules|dist/.test(file) })
    .filter((file) => (name === 'tests' || !file.includes('.test.')) && !generated.test(file))
    .map(read)
  const words = sources.flatMap(({ comments }) => comments).join(' ')
  const count = words.split(/\s+/).length
  const per10k = (list: string) => Math.round(((words.match(pattern(list))?.length ?? 0) / count) * 10_000)
  const lines = sources.flatMap(({ text, functions }) => functions.map((node) => linesOf(text, node)))
  console.log(`${name}: ${sources.length} files, ${sum(sources.map(({ text }) => height(text)))} lines`)
  console.log(`  files: ${figures(sources.map(({ text }) => height(text)))}`)
  console.log(`  functions: ${figures(lines)}; over 60 lines: ${lines.filter((each) => each > 60).length}`)
  console.log(`  files over 300 lines: ${sources.filter(({ text }) => height(text) > 300).length}`)
  console.log(`  cycles: ${cycles(sources).length}`)
  console.log(
    `  comments: ${count} words; the field's ${per10k(trade)}, retired ${per10k(retired)} per 10,000`,
  )
}

function read(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { program, comments } = parseSync(file, text)
  const functions: Node[] = []
  walk(program, (node) => {
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      functions.push(node)
  })
  return { file, text, functions, comments: comments.map(({ value }) => value.replaceAll(/[*\s]+/g, ' ')) }
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (value && typeof value === 'object') {
    if ('type' in value && 'start' in value) visit(value as Node)
    for (const each of Object.values(value)) if (each && typeof each === 'object') walk(each, visit)
  }
}

/** Files that import themselves through other files; type imports are ignored. */
function cycles(sources: Source[]): string[] {
  const files = new Set(sources.map(({ file }) => file))
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(/^(?:import|export) (?!type )[^'"]*from '(\.[^']+)'/gm)]
        .map(([, target = '']) => path.join(path.dirname(file), target))
        .filter((target) => files.has(target)),
    ]),
  )
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (imports.get(from) ?? []).some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return [...files].filter((file) => reaches(file, file))
}

function height(text: string): number {
  return text.trimEnd().split('\n').length
}
function linesOf(text: string, { start, end }: Node): number {
  return height(text.slice(start, end))
}
function sum(numbers: number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}

function figures(numbers: number[]): string {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return `median ${at(0.5)}, p90 ${at(0.9)}, max ${sorted.at(-1)}`
}
