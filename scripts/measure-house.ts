import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'

/**
 * `node scripts/measure-house.ts`: prints the length of files and functions, import cycles, and the words of comments,
 * and fails above the goals of STYLE.md. Functions are those with a block body, from their head to their end. Cycles
 * include imports of types. Generated files are left out.
 */
const root = path.join(import.meta.dirname, '..')
const generated = /(^|\/)(phone-pattern|schema|tables|contract)\.ts$|-contract\.ts$|\.generated\./

const parts: Record<string, string> = {
  'server + contract': '{server,contract}/**/*.ts',
  lib: 'lib/**/*.ts',
  web: 'web/{src,sw,build}/**/*.{ts,tsx}',
  'sdk, scripts, bench, bin': '{sdk/typescript/src,scripts,bench,bin}/**/*.{ts,mjs}',
  tests: '{test/**/*.ts,{server,contract,lib,scripts,web,bench}/**/*.test.ts}',
}

/** All texts of people in one language (decision 80). */
const isLanguage = /\/texts\/[a-z]{2}\.ts$/
const goals = { functionLines: 60, fileLines: 300, commentColumns: 120, idiom: 60, trade: 150 }

const idiom =
  /\b(who|what|which)ever\b|\banew\b|\b(nobody|nothing|none|ours|theirs|stands?|stood|lies|mend(s|ed|ing)?)\b|\ball the same\b|\bof (its|our|their|his|her) own\b|\bany more\b|\bunder way\b|\b(is|was|be|are|were) had\b|\bas it (is|was)\b|\bso that\b|\bthose (who|that|of)\b/gi
const trade =
  /\b(retr(y|ies|ied|ying)|time(d )?outs?|races?|cach(e|es|ed|ing)|configs?|idempoten\w+|transactions?|defaults?|errors?|requests?|responses?|connections?|quer(y|ies|ied)|shutdowns?|callbacks?|concurren\w+|fallbacks?|payloads?|should|avoid(s|ed|ing)?|ensure[sd]?)\b/gi

type Node = { type: string; start: number; end: number; body?: { type: string } | null }
type Source = { file: string; text: string; functions: Node[]; comments: string[] }

const faults: string[] = []
const words: string[] = []
for (const [name, glob] of Object.entries(parts)) {
  const sources = globSync(glob, {
    cwd: root,
    exclude: (file) => /node_modules|dist|third-party\//.test(file),
  })
    .filter((file) => (name === 'tests' || !file.includes('.test.')) && !generated.test(file))
    .map(read)
  if (name !== 'tests') words.push(...sources.flatMap(({ comments }) => comments))
  report(name, sources)
}
reportWords(words.map((comment) => comment.replaceAll(/[*\s]+/g, ' ')).join(' '))
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1

function report(name: string, sources: Source[]): void {
  const heights = sources.map(({ text }) => height(text))
  const functions = sources.flatMap(({ file, text, functions }) =>
    functions.map((node) => ({
      at: `${file}:${height(text.slice(0, node.start))}`,
      lines: linesOf(text, node),
    })),
  )
  console.log(`${name}: ${sources.length} files, ${sum(heights)} lines`)
  console.log(`  files: ${figures(heights)}`)
  console.log(`  functions: ${figures(functions.map(({ lines }) => lines))}`)
  for (const { file, text } of sources)
    if (height(text) > goals.fileLines && !isLanguage.test(file))
      faults.push(`${file} has ${height(text)} lines`)
  for (const { at, lines } of functions)
    if (lines > goals.functionLines) faults.push(`${at}: a function of ${lines} lines`)
  for (const file of cycles(sources)) faults.push(`${file} imports itself through other files`)
  for (const { file, comments } of sources)
    for (const line of comments.flatMap((comment) => comment.split('\n')))
      if (line.length > goals.commentColumns) faults.push(`${file}: a comment line of ${line.length} columns`)
}

function reportWords(text: string): void {
  const count = text.split(' ').length
  const per10k = (list: RegExp) => Math.round(((text.match(list)?.length ?? 0) / count) * 10_000)
  const shares = { idiom: per10k(idiom), trade: per10k(trade) }
  console.log(
    `comments: ${count} words; per 10,000: ${shares.trade} of the trade, ${shares.idiom} of our idiom`,
  )
  if (shares.idiom > goals.idiom)
    faults.push(`comments: ${shares.idiom} words of our idiom, over ${goals.idiom}`)
  if (shares.trade < goals.trade)
    faults.push(`comments: ${shares.trade} words of the trade, under ${goals.trade}`)
}

function read(file: string): Source {
  const text = readFileSync(path.join(root, file), 'utf8')
  const { program, comments } = parseSync(file, text)
  const functions: Node[] = []
  walk(program, (node) => {
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)
    if (isFunction && node.body?.type === 'BlockStatement') functions.push(node)
  })
  return { file, text, functions, comments: comments.map(({ value }) => value) }
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const each of value) walk(each, visit)
  else if (value && typeof value === 'object') {
    if ('type' in value && 'start' in value) visit(value as Node)
    for (const each of Object.values(value)) if (each && typeof each === 'object') walk(each, visit)
  }
}

/** Files that import themselves through other files, types included. */
function cycles(sources: Source[]): string[] {
  const files = new Set(sources.map(({ file }) => file))
  const imports = new Map(
    sources.map(({ file, text }) => [
      file,
      [...text.matchAll(/^(?:import|export) [^'"]*from '([^']+)'/gm)]
        .map(([, target = '']) => resolved(file, target))
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

function resolved(file: string, target: string): string {
  if (target.startsWith('#')) return target.slice(1)
  return target.startsWith('.') ? path.join(path.dirname(file), target) : target
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
