import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import type { Command } from 'commander'
import { runCommand } from '../../test/support/process.ts'
import { program } from './program.ts'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')

test('docs/commands.md has every command that `dray --help` leads to, with all of its options', async () => {
  const sections = read('docs/commands.md').split(/^(?=`dray )/m)
  const leaves = leavesOf(await program())
  assert.ok(leaves.length > 40, String(leaves.length))
  assert.equal(sections.length - 1, leaves.length)
  for (const { words, command } of leaves) {
    const section = sections.find((text) => text.startsWith(['`dray', ...words].join(' ')))
    assert.ok(section, words.join(' '))
    for (const { long, hidden } of command.options)
      if (long !== '--json' && !hidden)
        assert.ok(section.includes(String(long)), `${words.join(' ')} ${long}`)
  }
  const { stdout } = await runCommand(['job', 'cancel', '--help'], {})
  const [, explained = ''] = /\n\n([^]+?)\n\nOptions/.exec(stdout) ?? []
  assert.ok(read('docs/commands.md').toLowerCase().includes(explained.replaceAll('\n', ' ')), explained)
})

test('the documents name only commands and options that exist', async () => {
  const all = await program()
  const files = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
  const named = files.flatMap((file) =>
    [...read(file).matchAll(/dray -- ([^`\n]+)|`dray ([a-z][^`\n]*)`/g)].map(([, npm, own]) => ({
      file,
      words: (npm ?? own ?? '')
        .replace(/[#|)].*/, '')
        .trim()
        .split(/\s+/),
    })),
  )
  assert.ok(named.length > 60, String(named.length))
  for (const { file, words } of named) {
    const where = `${file}: dray ${words.join(' ')}`
    const command = resolve(all, words)
    assert.ok(command, where)
    const known = [...command.options, ...all.options].map(({ long }) => long)
    for (const word of words)
      if (/^\[?--[a-z]/.test(word))
        assert.ok([...known, '--help'].includes(word.replace(/\W+$|^\[/g, '')), where)
  }
})

/** Returns null if a word that should name a subcommand names none. */
function resolve(command: Command, [word, ...rest]: string[]): Command | null {
  const isName = word !== undefined && /^[a-z]/.test(word)
  if (command.commands.length === 0 || !isName) return command
  const child = command.commands.find((each) => each.name() === word || each.aliases().includes(word))
  return child ? resolve(child, rest) : null
}

const leavesOf = (command: Command, words: string[] = []): { words: string[]; command: Command }[] =>
  command.commands.length === 0
    ? [{ words, command }]
    : command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]))
