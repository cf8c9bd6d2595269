import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { judgeAudit } from '../../scripts/judge-audit.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('npm run sbom names every locked dependency without a network', async () => {
  const env = {
    ...process.env,
    // In production npm leaves out what other tools need too, even if Dray needs it.
    NODE_ENV: 'production',
    npm_config_offline: 'true',
    npm_config_registry: 'http://127.0.0.1:1',
  }
  const options = { cwd: root, env, maxBuffer: 64 * 1_048_576 }
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], options)
  const { bomFormat, components } = JSON.parse(stdout) as {
    bomFormat: string
    components: { name: string; version: string }[]
  }
  assert.equal(bomFormat, 'CycloneDX')
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const { dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const locked = Object.entries(dependencies).map(([name, version]) => `${name}@${version}`)
  const missing = locked.filter((dependency) => !named.has(dependency))
  assert.deepEqual(
    missing,
    [],
    `${components.length} components, among them ${[...named].slice(-40).join(' ')}`,
  )
})

test('the check of dependencies fails for high ones, and says plainly when there is no list to ask', () => {
  const found = (high: number) =>
    JSON.stringify({ metadata: { vulnerabilities: { critical: 0, high, moderate: 2, low: 0 } } })
  assert.equal(judgeAudit(found(1)).exitCode, 1)
  assert.deepEqual(judgeAudit(found(0)), {
    text: 'Known vulnerabilities: 0 critical, 0 high, 2 moderate, 0 low',
    exitCode: 0,
  })
  for (const output of ['', '{"message":"405 Method Not Allowed"}', '{"error":{"code":"ENOTFOUND"}}']) {
    const { text, exitCode } = judgeAudit(output)
    assert.match(text, /^NOT CHECKED/)
    assert.equal(exitCode, 0)
  }
})
