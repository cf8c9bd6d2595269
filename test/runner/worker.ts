import { once } from 'node:events'
import { run } from 'node:test'
import { spec, type TestEvent } from 'node:test/reporters'
import fc from 'fast-check'
import type { FileRequest, WorkerResult } from './messages.ts'

// `npm run mutants` sets no seed.
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 1) })

/**
 * Runs test files in this process, one at a time, as `test/runner/pool.ts` sends them. All files share the imported
 * modules: importing the server for each file would take longer than most files' tests.
 */
process.on('message', (request: FileRequest) => void runFile(request))
// The runner was killed. The signal goes to the group of this process, and so to all that its tests started.
process.on('disconnect', () => process.kill(-process.pid, 'SIGTERM'))

async function runFile({ file, namePattern }: FileRequest): Promise<void> {
  const events: TestEvent[] = []
  // Node ends a run when nothing keeps the process alive. Between the files the channel must do so again.
  process.channel?.unref()
  const options = namePattern ? { testNamePatterns: [new RegExp(namePattern)] } : {}
  for await (const event of run({ files: [file], isolation: 'none', timeout: longestTestMs, ...options }))
    events.push(event as TestEvent)
  process.channel?.ref()
  // Commands that a test ran in this process may have set it.
  process.exitCode = 0
  const result: WorkerResult = {
    file,
    counts: countsOf(events),
    output: await textOf(events),
    residentMb: process.memoryUsage().rss / 1_048_576,
  }
  process.send?.(result)
}

function countsOf(events: TestEvent[]): WorkerResult['counts'] {
  const summary = events.findLast(({ type }) => type === 'test:summary')
  if (summary?.type !== 'test:summary') return { tests: 0, failed: 1, skipped: 0 }
  const { tests, passed, skipped, todo } = summary.data.counts
  // A failed hook makes the file fail, but does not count as a test.
  return { tests, failed: Math.max(tests - passed - skipped - todo, summary.data.success ? 0 : 1), skipped }
}

async function textOf(events: TestEvent[]): Promise<string> {
  const reporter = new spec()
  let text = ''
  reporter.on('data', (part) => (text += String(part)))
  const ended = once(reporter, 'end')
  for (const event of events) reporter.write(event)
  reporter.end()
  await ended
  return text
}

const longestTestMs = 600_000
