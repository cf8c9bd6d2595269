import type { Command } from 'commander'
import type { HealthCheck } from '#contract/admin/health.ts'
import { examine } from '../doctor/examine.ts'
import { writeCheck } from '../health/examination.ts'
import { texts } from '../texts/index.ts'
import { exitOnInterrupt } from './on-interrupt.ts'
import { jsonOption } from './options.ts'
import { show } from './output.ts'

export function addDoctorCommand(dray: Command): void {
  dray
    .command('doctor')
    .description('check the settings and everything Dray needs, and say what to fix')
    .option(...jsonOption)
    .action(runDoctor)
}

/** Exits with code 1 when a check fails, so a deployment can stop. */
async function runDoctor({ json }: { json: boolean }): Promise<void> {
  using _ = exitOnInterrupt()
  const checks = (await examine(process.env)).map((check) => writeCheck(check, texts.en))
  const failed = checks.filter(({ status }) => status === 'fail').length
  if (json) show({ ok: failed === 0, checks }, json)
  else console.log([...checks.map(lineOf), '', verdict(failed)].join('\n'))
  if (failed > 0) process.exitCode = 1
}

const marks = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' }

function lineOf({ name, status, detail, remedy }: HealthCheck): string {
  const line = `${marks[status]}  ${name}: ${detail}`
  return remedy ? `${line}\n      -> ${remedy}` : line
}

const verdict = (failed: number): string =>
  failed === 0 ? 'Dray can run.' : `${failed} to fix before Dray can run as configured.`
