import assert from 'node:assert/strict'
import test from 'node:test'
import { readMe } from '#contract/app/account.ts'
import { suspendAccount } from '../../server/accounts/store.ts'
import { startDray } from '../support/dray.ts'
import { signIn } from '../support/person.ts'

// Decision 50: "write to support" leads somewhere.
for (const [set, url] of [
  [{ SUPPORT_CONTACT: 'help@acme.example' }, 'mailto:help@acme.example'],
  [{ SUPPORT_CONTACT: '+34 910 000 000' }, 'tel:+34910000000'],
  [{ SUPPORT_CONTACT: 'https://acme.example/contact' }, 'https://acme.example/contact'],
  [{}, 'http://dray.test/help'],
] as const)
  test(`support: a refusal that says to write to support says where: ${url}`, async () => {
    await using app = await startDray(set)
    const person = await signIn(app)
    const by = { actor: { type: 'system' as const, name: 'test' }, reason: 'Fraud' }
    await suspendAccount(app.db.kysely, { accountId: person.accountId, by })
    const { status, body } = await person.refused(readMe)
    assert.deepEqual([status, body.error, body.support_url], [403, 'account_suspended', url])
    const absent = await fetch(`${app.url}/app/v1/absent`)
    assert.equal(((await absent.json()) as { support_url?: string }).support_url, undefined)
  })
