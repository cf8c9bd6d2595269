import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeApi } from './vendor-apis/describe.ts'
import { sinchApi } from './vendor-apis/sinch.ts'
import { stripeApi } from './vendor-apis/stripe.ts'

/**
 * `node scripts/vendor-apis.ts`: writes the descriptions of Stripe and Sinch in `test/data/vendor-apis` again, from the
 * declarations in their npm packages. Stripe's is the installed one; Sinch's is downloaded, in the version named here.
 */
const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'test/data/vendor-apis')

const stripePackage = path.join(root, 'node_modules/stripe')
write('stripe.json', describeApi(stripeApi, stripePackage))

const scratch = mkdtempSync(path.join(tmpdir(), 'dray-vendor-apis-'))
try {
  const options = { cwd: scratch, encoding: 'utf8' } as const
  const archive = execFileSync('npm', ['pack', '--silent', '@sinch/sms@1.4.0'], options).trim()
  execFileSync('tar', ['-xzf', archive], options)
  write('sinch.json', describeApi(sinchApi, path.join(scratch, 'package')))
} finally {
  rmSync(scratch, { recursive: true })
}
execFileSync('npx', ['biome', 'format', '--write', folder], { cwd: root, stdio: 'ignore' })

function write(file: string, description: object): void {
  const target = path.join(folder, file)
  writeFileSync(target, JSON.stringify(description))
  process.stdout.write(`${file}: ${readFileSync(target).length} bytes\n`)
}
