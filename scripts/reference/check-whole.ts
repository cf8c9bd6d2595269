import { spawn } from 'node:child_process'
import path from 'node:path'
import { startCollector } from './collector.ts'
import type { Prism } from './prism.ts'
import { type Result, resultOf } from './result.ts'

const root = path.join(import.meta.dirname, '../..')

/** Prism sees every exchange under `/v1` of the spec's tests. The tests must pass too. */
export const checkWhole = (prism: Prism): Promise<Result> =>
  resultOf('Prism (all tests of the spec)', async () => {
    await using collector = await startCollector(prism)
    const code = await runTests({ DRAY_EXCHANGES_URL: collector.url })
    const seen = await collector.shown()
    const violations = seen.flatMap(({ violations }) => violations)
    const responses = new Set(seen.map(({ operationId, status }) => `${operationId} ${status}`))
    return {
      covered: `${seen.length} exchanges, ${responses.size} responses of the document`,
      violations: code === 0 ? violations : [...violations, `the tests ended with ${code}`],
    }
  })

function runTests(env: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, ['test/run.ts', 'test/spec/'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return new Promise((resolve) => child.on('close', resolve))
}
