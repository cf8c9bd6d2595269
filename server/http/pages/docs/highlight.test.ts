import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { sampleLanguages } from './guide-source.ts'
import { highlight } from './highlight.ts'

const samples = path.join(import.meta.dirname, '../../../../docs/guide/samples')

/** The texts that a code shows in one colour. */
const marked = (kind: string, code: string, language: string): string[] =>
  [...highlight(code, language).matchAll(new RegExp(`<span class="${kind}">([^]*?)</span>`, 'g'))].map(
    ([, text = '']) => text,
  )

test('highlighting adds only spans: without them, the escaped code is left', () => {
  for (const { file, fence } of sampleLanguages) {
    const files = globSync(`*/${file}`, { cwd: samples })
    assert.ok(files.length >= 3, file)
    for (const each of files) {
      const code = readFileSync(path.join(samples, each), 'utf8')
      const html = highlight(code, fence)
      assert.equal(html.replaceAll(/<span class="\w+">|<\/span>/g, ''), escapeHtml(code), each)
      assert.ok(html.includes('<span class="string">'), each)
    }
  }
})

test('comments, strings, numbers and keywords of every language of the samples are marked', () => {
  const lines: Record<string, [code: string, keyword: string]> = {
    bash: ['while x "a" # 7', 'while'],
    ts: ['const x = "a" // 7', 'const'],
    python: ['def x = "a" # 7', 'def'],
    php: ['return x + "a"; // 7', 'return'],
    go: ['func x "a" // 7', 'func'],
    java: ['class x "a"; /* 7 */', 'class'],
    csharp: ['using x "a"; // 7', 'using'],
  }
  assert.deepEqual(Object.keys(lines), [...new Set(sampleLanguages.map(({ fence }) => fence))])
  for (const [language, [code, keyword]] of Object.entries(lines)) {
    assert.deepEqual(marked('keyword', code, language), [keyword], language)
    assert.deepEqual(marked('string', code, language), [escapeHtml('"a"')], language)
    assert.equal(marked('comment', code, language).length, 1, language)
    assert.deepEqual(marked('number', code, language), [], language)
  }
})

test('a string may have several lines, and quotes of another kind in it', () => {
  assert.deepEqual(marked('string', 'var x = """\n  { "a": 1 }\n""";', 'java'), [
    escapeHtml('"""\n  { "a": 1 }\n"""'),
  ])
  assert.deepEqual(marked('string', 'const x = `\n{ "a": 1 }`', 'go'), [escapeHtml('`\n{ "a": 1 }`')])
  assert.deepEqual(marked('string', '-d \'{\n "a": 1 }\'', 'bash'), [escapeHtml('\'{\n "a": 1 }\'')])
})

test('a name of a shell option or of a part of a path is not a keyword', () => {
  assert.deepEqual(marked('keyword', 'curl -in /in/do job.in', 'bash'), ['curl'])
})
