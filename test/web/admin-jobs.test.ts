import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { writeExports } from '../../server/jobs/queries/staff/write-export.ts'
import { contentOf, launchBrowser } from '../support/browser.ts'
import {
  enrolStaff,
  enter,
  forgetProofs,
  hasFocus,
  isClosed,
  isReady,
  joinByPasskey,
  openFirstRow,
  openPanel,
  openPanelMarket,
  press,
} from '../support/panel.ts'

const market = await openPanelMarket()
const { app } = market
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})

test('jobs are found by status and text in the address, by a phone that is in no address, and opened with keys', async () => {
  const customer = await market.person('Ana Ruiz')
  await market.posted(customer, { title: 'Blue sofa', external_reference: 'SO-1' })
  await market.draft(await market.person('Eva Gil'), { title: 'Oak wardrobe', external_reference: 'SO-2' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await joinByPasskey(window, app, { name: 'Marta Gil', role: 'staff' })
  await press(page, 'g', 'j')
  const sofa = page.getByRole('link', { name: 'Blue sofa' })
  const wardrobe = page.getByRole('link', { name: 'Oak wardrobe' })
  await sofa.waitFor()
  await page.getByText('2 jobs').waitFor()
  await window.assertAccessible()
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Published')
  await wardrobe.waitFor({ state: 'detached' })
  await page.waitForURL(/\?status=posted$/)
  await page.getByRole('button', { name: 'Remove the filters' }).click()
  await wardrobe.waitFor()
  const search = page.getByRole('searchbox', { name: 'Search' })
  await page.keyboard.press('f')
  await hasFocus(search)
  await page.keyboard.type('SO-2')
  await page.keyboard.press('Enter')
  await sofa.waitFor({ state: 'detached' })
  await page.waitForURL(/\?q=SO-2$/)
  await enter(search, customer.phone)
  await wardrobe.waitFor({ state: 'detached' })
  await sofa.waitFor()
  await page.waitForURL(/\/admin\/jobs\?phone=t\w+$/)
  await page.getByText('It is not in the address').waitFor()
  await page.locator('h1').click()
  await openFirstRow(page)
  await page.getByRole('heading', { name: 'Blue sofa', level: 1 }).waitFor()
  await page.goBack()
  await wardrobe.waitFor({ state: 'detached' })
  window.assertQuiet()
})

test('filters are saved as a view, exported to a file with its progress, and the view is deleted after ten seconds', async () => {
  await market.draft(await market.person(), { title: 'Piano' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Noa Vidal', role: 'viewer' })
  await window.goto('/admin/jobs?status=draft&q=nowhere')
  await page.getByText('No job matches').waitFor()
  await window.goto('/admin/jobs?status=draft')
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await isReady(page.getByRole('dialog'))
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Open drafts')
  await window.assertAccessible()
  await name.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'All jobs' }).click()
  await page.getByRole('button', { name: 'Open drafts', exact: true }).click()
  await page.waitForURL('**/admin/jobs?status=draft')
  await page.getByRole('button', { name: 'Export (CSV)' }).click()
  await page.getByRole('button', { name: 'Export these jobs' }).click()
  const files = page.getByRole('dialog').getByRole('list')
  await files.getByText(/Waits|Being written|Complete/).waitFor()
  await writeExports({ kysely: app.db.kysely }, new AbortController().signal)
  const link = files.getByRole('link', { name: /Download/ })
  await link.waitFor()
  await window.assertAccessible()
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  const csv = await contentOf(download)
  assert.match(csv, /Piano/)
  assert.doesNotMatch(csv, /Blue sofa|\+34655\d{6}/)
  await page.keyboard.press('Escape')
  await isClosed(page.getByRole('dialog'))
  await page.getByRole('button', { name: 'Delete the view “Open drafts”' }).click()
  await page.getByText('will be deleted').waitFor()
  await page.getByText('is deleted.').waitFor()
  window.assertQuiet()
})

test('whole phones in a file need a fresh proof, at the start and for the download', async () => {
  const customer = await market.person()
  await market.draft(customer, { title: 'Harp' })
  await using window = await openPanel(browser, app)
  const { page } = window
  await enrolStaff(window, app, { name: 'Lucía Prieto', role: 'staff' })
  await window.goto('/admin/jobs?status=draft')
  await page.getByRole('button', { name: 'Export (CSV)' }).click()
  await page.getByRole('checkbox', { name: 'With whole phone numbers' }).check()
  await forgetProofs(app)
  await page.getByRole('button', { name: 'Export these jobs' }).click()
  const proof = page.getByRole('button', { name: 'Confirm with a passkey' })
  await proof.click()
  const files = page.getByRole('dialog').getByRole('list')
  await files.getByText('with whole phones').waitFor()
  await writeExports({ kysely: app.db.kysely }, new AbortController().signal)
  await window.assertAccessible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    files.getByRole('button', { name: /Download/ }).click(),
  ])
  assert.ok((await contentOf(download)).includes(customer.phone))
  window.assertQuiet()
})
