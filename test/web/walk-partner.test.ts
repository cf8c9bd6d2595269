import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../support/browser.ts'
import { startGeocoderEngine } from '../support/geocoder-engine.ts'
import { sessionCookies } from '../support/member-browsers.ts'
import { openPanelMarket } from '../support/panel.ts'
import { openWalk, type PageToWalk, walk } from '../support/panel-walk.ts'
import { endDeals, plantDeals } from '../support/payload-money-scenes.ts'
import { plantAdmin, plantErrors, plantPeople } from '../support/payload-partner-scenes.ts'
import { plantJobs, plantPartners } from '../support/payload-scenes.ts'
import { packed, payloads } from '../support/payloads.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/* As `walk-operator.test.ts`, on the partner's own pages. */
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

test('the pages of a partner show forty payloads as text, fit the window and are accessible', async () => {
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
  await using window = await openWalk(browser, app)
  const value = admin.cookies.get(sessionCookies.partner) ?? assert.fail('no session')
  await window.page.context().addCookies([{ name: sessionCookies.partner, value, url: app.url }])
  const [company = ''] = companies
  const pages: PageToWalk[] = [
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
      .map((title): PageToWalk => {
        const query = { title, pickup_town: payloads[8] ?? '', dropoff_town: town }
        return [`/partner/sms?${new URLSearchParams(query).toString()}`, [query.pickup_town, town]]
      }),
  ]
  await walk(window, pages)
})
