import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { startGeocoderEngine } from '../support/geocoder-engine.ts'
import { joinByPasskey, openPanelMarket } from '../support/panel.ts'
import { openWalk, type PageToWalk, walk } from '../support/panel-walk.ts'
import {
  endDeals,
  type PlantedDeal,
  plantClosing,
  plantCompany,
  plantDeals,
  plantDocument,
  plantHealth,
  plantTroubles,
  plantWallet,
} from '../support/payload-money-scenes.ts'
import { payloads } from '../support/payloads.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/*
 * As `walk-operator.test.ts`, on the pages about money, closing and health: what partners, customers, carriers, staff,
 * the payment processor, providers and nodes say is shown as text.
 */
const town = payloads[6] ?? ''
const geocoder = await startGeocoderEngine({ town })
const market = await openPanelMarket(geocoder.env)
const { app } = market
const owner = await joinAsOwner(app)
await stepUp(app, owner)
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await geocoder[Symbol.asyncDispose]()
})

const month = new Date().toISOString().slice(0, 7)

/** The texts of all deals. */
const textsOf = (deals: readonly PlantedDeal[]) => ({
  titles: [...new Set(deals.map(({ texts }) => texts.title))],
  customers: deals.map(({ texts }) => texts.customer),
  carriers: deals.map(({ texts }) => texts.carrier),
})

function pagesOfHolds(deals: readonly PlantedDeal[], company: string): PageToWalk[] {
  const { titles, customers, carriers } = textsOf(deals)
  return [
    ['/admin/money/holds', [...titles, ...customers, company]],
    ['/admin/jobs', [...titles, town]],
    ['/admin/carriers', [...carriers, town]],
  ]
}

async function pagesOfCharges(deals: readonly PlantedDeal[], company: string): Promise<PageToWalk[]> {
  const { titles, carriers } = textsOf(deals)
  const first = deals[0] ?? assert.fail()
  const { effectId, reason, said } = await plantTroubles(market, owner, first)
  const wallet = await plantWallet(market)
  const charges = '/admin/money/charges?of='
  const dispute = encodeURIComponent('sandbox dp_1')
  return [
    ['/admin', []],
    ['/admin/money', []],
    [`${charges}captures`, [...titles, company]],
    [`${charges}refunds`, [first.texts.title, said]],
    [`${charges}refunds&effect=${effectId}`, [said]],
    [`${charges}fees`, [...titles, company]],
    [`${charges}calls`, [...titles, said]],
    [`${charges}disputes`, [first.texts.title, said]],
    [`${charges}disputes&dispute=${dispute}`, [said, reason]],
    ['/admin/money/payouts', [...titles, ...carriers]],
    ['/admin/money/wallets', [wallet.name]],
    ['/admin/money/wallets?holder=carrier', carriers.slice(-1)],
    [`/admin/money/wallets/${wallet.accountId}`, [wallet.name]],
    ['/admin/money/ledger', titles],
    [`/admin/jobs/${first.job_id}`, [reason, said, ...Object.values(first.texts), town]],
  ]
}

async function pagesOfClosing(deals: readonly PlantedDeal[], company: string): Promise<PageToWalk[]> {
  const { differs, failed, reason, said, ...closing } = await plantClosing(market, owner)
  const first = deals[0] ?? assert.fail()
  const days = '/admin/money/reconciliation?shown='
  const statements = `/admin/money/statements?month=${month}`
  return [
    ['/admin/money/reconciliation', []],
    [`${days}${differs}`, [said, reason]],
    [`${days}${failed}`, [said]],
    [`${statements}&of=carrier&id=${first.carrier.accountId}`, [first.texts.carrier]],
    [`${statements}&of=partner&id=${market.partner.partnerId}`, [company, ...textsOf(deals).titles]],
    ['/admin/money/closing', []],
    [`/admin/money/closing?month=${closing.month}`, [reason]],
    ['/admin/audit?act=month.close', [reason]],
    ['/admin/audit?act=reconciliation.explain', []],
  ]
}

async function pagesOfHealth(): Promise<PageToWalk[]> {
  const said = await plantHealth(market)
  return [
    ['/admin/health', [said]],
    ['/admin/health?tab=providers', [said]],
    // The doctor's page shows a Markdown link by its name.
    ['/admin/health?tab=doctor', said.split(payloads[35] ?? '')],
    ['/admin/health?tab=settings', []],
    ['/admin/health?tab=texts', []],
  ]
}

test('the pages of money, closing and health show forty payloads as text, fit and are accessible', async () => {
  const company = await plantCompany(market, owner)
  const deals = await plantDeals(market)
  const first = deals[0] ?? assert.fail()
  await using window = await openWalk(browser, app)
  await joinByPasskey(window, app, { name: payloads[5] ?? '', role: 'owner' })
  await walk(window, pagesOfHolds(deals, company))
  await endDeals(market, deals)
  await walk(window, await pagesOfCharges(deals, company))
  await walk(window, await pagesOfClosing(deals, company))
  await walk(window, await pagesOfHealth())
  const told = await plantDocument(first, owner)
  await walk(window, [
    [`/admin/carriers/${first.carrier.accountId}`, [told, first.texts.carrier]],
    ['/admin/carriers?documents=waiting'],
  ])
})
