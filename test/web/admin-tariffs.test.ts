import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import {
  enterReason,
  forgetProofs,
  isOffered,
  isReady,
  joinByPasskey,
  openPanel,
  press,
  startPanel,
} from '../support/panel.ts'
import { until } from '../support/until.ts'

const app = await startPanel()
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await app[Symbol.asyncDispose]()
})

const versions = async (): Promise<number> => {
  const { rows } = await app.db.pool.query('select count(*)::int as versions from tariff')
  return rows[0].versions
}

test('what was typed is never cut: a price finer than a cent is refused at its field, and a raise shows its rounding', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Lucas Prieto', role: 'staff' })
  await press(page, 'g', 'f')
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  const first = page.getByRole('textbox', { name: 'Tier 1: per kilometre' })
  await first.fill('')
  await first.pressSequentially('0.945')
  assert.equal(await first.inputValue(), '0.945')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await page.getByText('No fractions of a cent: at most 2 decimals.').waitFor()
  assert.equal(await first.inputValue(), '0.945')
  await first.fill('0.9')
  await page.getByRole('button', { name: 'Raise or lower all by …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'By how many per cent' }).fill('5')
  const prices = dialog.getByRole('table', { name: 'Prices per kilometre' })
  // 0.945, 0.735 and 0.5775 are rounded half up.
  for (const price of ['€0.95', '€0.74', '€0.58']) await prices.getByText(price).waitFor()
  await window.assertAccessible()
  assert.equal(await first.inputValue(), '0.9', 'nothing is taken yet')
  await dialog.getByRole('button', { name: 'Take these prices' }).click()
  await page.getByText('was €0.90').waitFor()
  assert.equal(await first.inputValue(), '0.95')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await page.getByRole('table', { name: 'Sample trips' }).waitFor()
  window.assertQuiet()
})

test('terms are compared before they are stored, start later, and can be withdrawn before their start', async () => {
  await using window = await openPanel(browser, app)
  const { page } = window
  page.setDefaultTimeout(60_000)
  await joinByPasskey(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await press(page, 'g', 'f')
  await page.getByRole('table', { name: 'Versions' }).getByText('In force').waitFor()
  await window.assertAccessible()
  await isOffered(page, 'n')
  await page.keyboard.press('n')
  const base = page.getByRole('textbox', { name: 'Base price, S' })
  await base.fill('10001')
  await page.getByRole('textbox', { name: 'Tier 2: up to' }).fill('40')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await page.getByText('At most 10000.').waitFor()
  await page.getByText('More than the tier before.').waitFor()
  await window.assertAccessible()
  await base.fill('17.5')
  await page.getByText('was €15.00').waitFor()
  await page.getByRole('textbox', { name: 'Tier 2: up to' }).fill('200')
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await page.getByRole('table', { name: 'Sample trips' }).getByText('+€2.88').first().waitFor()
  await page.getByText(/^No job of \w+ \d{4} was published/).waitFor()
  await window.assertAccessible()
  // What was not compared cannot be put in force.
  await base.fill('17')
  await page.getByText('Compare first').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Put in force' }).count(), 0)
  await page.getByRole('button', { name: 'Compare prices' }).click()
  await page.getByRole('radio', { name: 'Later' }).check()
  await page.getByLabel('Date and time').fill('2090-01-05T08:00')
  await page.getByRole('textbox', { name: 'Reason' }).fill('New year prices')
  assert.equal(await versions(), 1)
  await forgetProofs(app)
  await page.getByRole('button', { name: 'Put in force' }).click()
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  const table = page.getByRole('table', { name: 'Versions' })
  await table.getByText('Planned').waitFor()
  const { rows } = await app.db.pool.query('select terms from tariff order by starts_at desc limit 1')
  assert.equal(rows[0].terms.baseCents.S, 1_700)

  await table.getByRole('button').first().click()
  await page.getByRole('dialog').getByText('S €17.00').waitFor()
  await window.assertAccessible()
  await isReady(page.getByRole('dialog'))
  await page.keyboard.press('x')
  await enterReason(page, 'Too early')
  await page.getByText(/will be withdrawn/).waitFor()
  await page.reload()
  await until('the version is gone', async () => (await versions()) === 1)
  window.assertQuiet()
})
