import assert from 'node:assert/strict'
import { test } from 'node:test'
import { written } from '../../test/support/written-checks.ts'
import { missingForRealMoney } from '../config/company-missing.ts'
import { readConfig } from '../config/read-config.ts'
import { banner } from '../start/banner.ts'
import { checkCompany } from './company.ts'

const stripe = { PAYMENT_PROCESSOR: 'stripe', STRIPE_SECRET_KEY: `rk_live_${'a'.repeat(24)}` }
const known = {
  LEGAL_NAME: 'Acme SL',
  LEGAL_TAX_NUMBER: 'ESB12345678',
  LEGAL_ADDRESS: 'Calle Mayor 1, Madrid',
  SUPPORT_CONTACT: 'help@acme.example',
  LEGAL_TERMS: 'https://acme.example/terms',
  LEGAL_PRIVACY: 'https://acme.example/privacy',
}
const checked = (env: Record<string, string>) => written(checkCompany(readConfig(env)))

test('real money without a known company is a warning that names what is missing', () => {
  const { LEGAL_TAX_NUMBER: _, ...most } = known
  const { status, detail, remedy } = checked({ ...stripe, ...most })
  assert.equal(status, 'warn')
  assert.match(`${detail} ${remedy}`, /LEGAL_TAX_NUMBER/)
  assert.doesNotMatch(detail, /LEGAL_NAME/)
  assert.equal(checked({ ...stripe, ...known }).status, 'ok')
})

test('play money needs no company', () => {
  assert.equal(checked({}).status, 'ok')
  assert.deepEqual(missingForRealMoney(readConfig({})), [])
})

test('a text that cannot be read is a fault', () => {
  assert.equal(checked({ LEGAL_TERMS: '/absent/terms.md' }).status, 'fail')
})

test('the start says it too', () => {
  const facts = {
    baseUrl: 'http://x',
    dataDir: '/data',
    welcome: null,
    owner: null,
    coarse: null,
    isPlay: false,
  }
  const missing = missingForRealMoney(readConfig(stripe))
  assert.equal(missing.length, 6)
  assert.match(banner({ ...facts, missing }), /LEGAL_NAME, LEGAL_TAX_NUMBER/)
  assert.doesNotMatch(banner({ ...facts, missing: [] }), /LEGAL_/)
})
