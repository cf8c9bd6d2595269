import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeApi } from './vendor-apis/describe.ts'
import { sinchApi } from './vendor-apis/sinch.ts'
import { stripeApi } from './vendor-apis/stripe.ts'
import { twilioApi } from './vendor-apis/twilio.ts'

/**
 * `node scripts/vendor-apis.ts`: writes the descriptions in `test/data/vendor-apis` again, from the declarations in the
 * vendors' npm packages. Stripe's is the installed one; the others are downloaded, in the versions named here.
 */
const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'test/data/vendor-apis')

const stripePackage = path.join(root, 'node_modules/stripe')
write('stripe.json', describeApi(stripeApi, stripePackage))

const scratch = mkdtempSync(path.join(tmpdir(), 'dray-vendor-apis-'))
try {
  write('sinch.json', describeApi(sinchApi, downloaded('@sinch/sms@1.4.0')))
  write('twilio.json', describeApi(twilioApi, downloaded('twilio@6.3.1')))
} finally {
  rmSync(scratch, { recursive: true })
}
execFileSync('npx', ['biome', 'format', '--write', folder], { cwd: root, stdio: 'ignore' })

/** The folder of a package, unpacked. */
function downloaded(name: string): string {
  const options = { cwd: mkdtempSync(path.join(scratch, 'package-')), encoding: 'utf8' } as const
  const archive = execFileSync('npm', ['pack', '--silent', name], options).trim()
  execFileSync('tar', ['-xzf', archive], options)
  return path.join(options.cwd, 'package')
}

function write(file: string, description: object): void {
  const target = path.join(folder, file)
  writeFileSync(target, JSON.stringify(description))
  process.stdout.write(`${file}: ${readFileSync(target).length} bytes\n`)
}
