import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { deliverAlerts } from '../../server/today/deliver-alerts.ts'
import { launchBrowser } from '../support/browser.ts'
import { serveLocally } from '../support/local-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, mailNode } from '../support/mails.ts'
import { joinByPasskey, openPanel, openPanelMarket } from '../support/panel.ts'

/* Decision 77: staff who set up mail and the webhook see in the panel that they work. */
const server = await startMailServer()
const hook = await serveLocally((_request, response) => response.writeHead(401).end())
const webhook = {
  url: `${hook.url}/red`,
  secret: `whsec_${'b'.repeat(32)}`,
  allowed: [new URL(hook.url).host],
}
const market = await openPanelMarket({
  ...server.env,
  ALERT_WEBHOOK_URL: webhook.url,
  ALERT_WEBHOOK_SECRET: webhook.secret,
  ALERT_WEBHOOK_ALLOWED: webhook.allowed.join(),
})
const { app } = market
const { send } = mailNode(app, server)
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await hook[Symbol.asyncDispose]()
})

const deliver = () =>
  deliverAlerts(
    {
      kysely: app.db.kysely,
      alerts: { mailTo: [], webhook },
      baseUrl: 'http://dray.test',
      pushContact: 'mailto:ops@dray.test',
      pushEndpointsAllowed: [],
    },
    new AbortController().signal,
  )

test('staff send a test to their own address and to the webhook, and read what was answered', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto('/admin/health?tab=providers')
  await page.getByRole('region', { name: 'Send a test mail' }).getByRole('link').click()
  await page.getByRole('heading', { name: 'Your alerts', level: 1 }).waitFor()
  const mail = page.getByRole('region', { name: 'Mail', exact: true })
  await mail.getByLabel('Mail address').fill('staff@mail.example')
  await mail.getByRole('button').click()
  await mail.getByRole('status').getByText('staff@mail.example').waitFor()
  await send()
  await mail.getByLabel('Code').fill(codeTo(server, 'staff@mail.example'))
  await mail.getByRole('button').first().click()

  const testMail = mail.getByRole('button', { name: 'Send a test mail to me' })
  await testMail.click()
  await mail.getByText('On its way …').waitFor()
  await send()
  await mail.getByText(/The mail server has taken it: 250/).waitFor()
  assert.match(server.sentTo('staff@mail.example').at(-1)?.raw ?? '', /^Subject: Test alert\r$/m)
  await page.getByRole('button', { name: 'Send a test to the webhook' }).click()
  const hooked = page.getByRole('region', { name: 'Webhook' })
  await hooked.getByText('On its way …').waitFor()
  await deliver()
  await hooked.getByText('It was not taken: status 401').waitFor()
  await window.assertAccessible()

  server.next.push({ does: 'refuse', at: 'RCPT', code: 550, words: '5.1.1 User unknown' })
  await testMail.click()
  await mail.getByText('On its way …').waitFor()
  await send()
  await mail.getByRole('alert').getByText('staff@mail.example').waitFor()
  await mail.getByText('It was not taken: 550 5.1.1 User unknown').waitFor()
  await testMail.waitFor({ state: 'detached' })
  window.assertQuiet()
})
