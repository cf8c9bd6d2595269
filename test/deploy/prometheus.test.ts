import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, test } from 'node:test'
import { deployFile, deployText } from '../support/deploy-files.ts'
import { runTasks, startDray } from '../support/dray.ts'
import { findProgram, missingPrograms } from '../support/programs.ts'
import { until } from '../support/until.ts'

const skip = missingPrograms('promtool')
const root = path.join(import.meta.dirname, '../..')
const rules = deployText('prometheus/rules.yml')
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)

describe('deploy/prometheus (decision 57)', () => {
  test('each alarm is raised by its figures, and none by those of a healthy installation', { skip }, () => {
    promtool('test', 'rules', deployFile('prometheus/rules.test.yml'))
    const tested = deployText('prometheus/rules.test.yml')
    for (const alert of alerts)
      assert.match(
        tested,
        new RegExp(`alertname: ${alert}\\n\\s+eval_time: \\w+\\n\\s+exp_alerts:\\n`),
        alert,
      )
  })

  test('Prometheus takes its file', { skip }, () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'dray-prometheus-'))
    try {
      const token = path.join(folder, 'token')
      writeFileSync(token, 'sample')
      writeFileSync(path.join(folder, 'rules.yml'), rules)
      const file = path.join(folder, 'prometheus.yml')
      writeFileSync(
        file,
        deployText('prometheus/prometheus.yml', [['/etc/prometheus/dray-metrics-token', token]]),
      )
      promtool('check', 'config', file)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('every metric and label in the rules and on the board is in /metrics', metricsExist)

  test('every alarm has its paragraph, and every paragraph its alarm', () => {
    const page = readFileSync(path.join(root, 'docs/alarms.md'), 'utf8')
    const headings = [...page.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name)
    assert.deepEqual(headings, alerts)
    const links = [...rules.matchAll(/manual: docs\/alarms\.md#(\w+)/g)].map(([, anchor]) => anchor)
    assert.deepEqual(
      links,
      alerts.map((name) => name.toLowerCase()),
    )
  })

  test('the tasks that the rules name exist', () => {
    const source = readFileSync(path.join(root, 'server/tasks/index.ts'), 'utf8')
    const named = [...rules.matchAll(/task[=!]~"([^"]+)"/g)].flatMap(([, names = '']) => names.split('|'))
    assert.ok(named.length > 4)
    for (const name of named) assert.ok(source.includes(`task('${name}', `), name)
  })
})

function promtool(...args: string[]): void {
  execFileSync(findProgram('promtool') ?? 'promtool', args, { stdio: 'pipe' })
}

async function metricsExist(): Promise<void> {
  await using app = await startDray()
  await using _ = runTasks(app)
  await until('a task has run', async () =>
    (await app.fetch('/metrics')).text.includes('dray_task_last_success_timestamp_seconds{'),
  )
  const { text } = await app.fetch('/metrics')
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  const board = JSON.parse(deployText('prometheus/dashboard.json')) as {
    panels: { targets: { expr: string }[] }[]
  }
  const onBoard = board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  const used = [...onBoard, rules].flatMap((expr) => [
    ...expr.matchAll(/\b(?:dray|process|nodejs)_[a-z0-9_]+\b/g),
  ])
  assert.ok(used.length > 40)
  for (const [name] of used) assert.ok(known.has(name), `${name} is not in /metrics`)
}
