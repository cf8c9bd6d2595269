import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { readMyTaxData } from '#contract/app/tax-data.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { completedDeal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { newStatement, taxData } from '../support/statements.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

test('decision 68: a carrier reads the month, is told what is missing, and adds the tax data', async () => {
  const { carrier } = await completedDeal(market)
  await newStatement(app, carrier)
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier/earnings')
  await page.getByRole('link', { name: /TEST-M-/ }).click()
  await page.getByText('Your tax data is missing.').waitFor()
  // The same words as in the file.
  await page
    .getByText(/ CET$| CEST$/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Add tax data' }).click()
  await page.getByRole('radio', { name: 'a business or self-employed' }).check()
  await page.getByRole('button', { name: 'Save tax data' }).click()
  await page.getByLabel('Legal name').fill(taxData.legal_name)
  await page.getByLabel('Tax number').fill(taxData.tax_number)
  await page.getByLabel('Address for taxes').fill(taxData.address)
  await page.getByRole('checkbox', { name: 'Dray may write my invoices for me' }).check()
  await page.getByRole('button', { name: 'Save tax data' }).click()
  await page.getByText('Your tax data is saved.').waitFor()
  assert.deepEqual((await carrier.ok(readMyTaxData)).tax_data, taxData)
})
