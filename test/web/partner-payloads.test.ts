import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { startGeocoderEngine } from '../support/geocoder-engine.ts'
import { sessionCookies } from '../support/member-browsers.ts'
import { openPanelMarket } from '../support/panel.ts'
import { endDeals, plantDeals } from '../support/payload-money-scenes.ts'
import { assertText, openWatched, type PageWithTexts } from '../support/payload-pages.ts'
import { plantAdmin, plantErrors, plantPeople } from '../support/payload-partner-scenes.ts'
import { plantJobs, plantPartners } from '../support/payload-scenes.ts'
import { packed, payloads } from '../support/payloads.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/* As `admin-payloads.test.ts`, on the partner's own pages. */
const town = payloads[6] ?? ''
const geocoder = await startGeocoderEngine({ town })
const market = await openPanelMarket(geocoder.env)
const { app } = market
let browser: Browser
before(async () => {
  browser = await launchBrowser()
})
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await geocoder[Symbol.asyncDispose]()
})

test('forty payloads in every field that a partner sees are shown as text', async () => {
  const owner = await joinAsOwner(app)
  await stepUp(app, owner)
  const { admin, name } = await plantAdmin(market)
  const { invited, label } = await plantPeople(admin)
  const deals = await plantDeals(market)
  await endDeals(market, deals)
  const [first] = deals
  assert.ok(first)
  const { titles, references } = await plantJobs(market)
  const { companies, labels, key } = await plantPartners(market, owner)
  await plantErrors(market)
  await using window = await openWatched(browser, app)
  const { page, dialogs } = window
  const value = admin.cookies.get(sessionCookies.partner) ?? assert.fail('no session')
  await page.context().addCookies([{ name: sessionCookies.partner, value, url: app.url }])
  const [company = ''] = companies
  const pages: PageWithTexts[] = [
    ['/partner', [company]],
    ['/partner/jobs', [...titles, ...references, town]],
    [`/partner/jobs/${first.job_id}`, [first.texts.title, town]],
    ['/partner/requests', []],
    ['/partner/errors', ['validation_error']],
    ['/partner/keys', [...labels, label]],
    [`/partner/keys?key=${key}`, [labels[5] ?? '']],
    ['/partner/people', [...invited, name]],
    [`/partner/people?member=${admin.memberId}`, [name]],
    ['/partner/statements', [...new Set(deals.map(({ texts }) => texts.title))]],
    ['/partner/account', [name]],
    // The text of the SMS cuts the title, and the preview refuses controls of direction.
    ...packed(200)
      .slice(0, -1)
      .map((title): PageWithTexts => {
        const query = { title, pickup_town: payloads[8] ?? '', dropoff_town: town }
        return [`/partner/sms?${new URLSearchParams(query).toString()}`, [query.pickup_town, town]]
      }),
  ]
  for (const each of pages) await assertText(app, page, each)
  assert.deepEqual(dialogs, [])
  window.assertQuiet()
})
