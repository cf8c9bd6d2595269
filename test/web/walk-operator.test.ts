import assert from 'node:assert/strict'
import test, { after, before } from 'node:test'
import type { Browser } from 'playwright-core'
import type { StaffRole } from '#contract/vocabulary.ts'
import { launchBrowser } from '../support/browser.ts'
import { joinByPasskey, openPanelMarket } from '../support/panel.ts'
import { openWalk, type PageToWalk, walk } from '../support/panel-walk.ts'
import {
  plantCarriers,
  plantJob,
  plantJobs,
  plantPartners,
  plantRatings,
  plantStaff,
} from '../support/payload-scenes.ts'
import { payloads } from '../support/payloads.ts'
import { joinAsOwner, stepUp } from '../support/staff.ts'

/*
 * A walk through the operator's pages on a filled database. Texts written by partners, customers, carriers and staff
 * are forty payloads in each field: they are shown as text, and must not run, become an element, send a request to
 * another origin or make a page wider than the window, in both languages.
 */
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

/** Sends the payloads through every way in. Returns the pages that show them, with what each must show. */
async function plantAll(): Promise<PageToWalk[]> {
  const owner = await joinAsOwner(app)
  await stepUp(app, owner)
  const ratings = await plantRatings(market, owner)
  const job = await plantJob(market, owner)
  const { titles, references } = await plantJobs(market)
  const { companies, labels, partnerId, key, renamed } = await plantPartners(market, owner)
  const carriers = await plantCarriers(market)
  const { memberId, invited, views, actors, reasons } = await plantStaff(market, owner)
  const [company = ''] = companies
  const partner = `/admin/partners/${partnerId}`
  return [
    ['/admin', carriers],
    ['/admin/jobs', [...titles, ...references, ...views]],
    [`/admin/jobs/${job.job_id}`, job.texts],
    ['/admin/partners', companies],
    [partner, [...labels, company]],
    [`${partner}?key=${key}`, [labels[5] ?? '']],
    ...['usage', 'requests', 'errors', 'funnel', 'statement', 'people'].map(
      (tab): PageToWalk => [`${partner}?tab=${tab}`, [company]],
    ),
    ['/admin/tariffs', companies],
    ['/admin/carriers?status=pending', carriers],
    [`/admin/carriers/${ratings.carrier}`, ratings.texts],
    ['/admin/customers', carriers],
    [`/admin/customers/${ratings.customer}`, ratings.texts],
    ['/admin/staff', invited],
    [`/admin/staff?member=${memberId}`, actors.slice(-1)],
    ['/admin/audit?act=member.update', actors],
    ['/admin/audit?act=partner.suspend', reasons],
    [`/admin/audit?act=partner.update&event=${renamed}`, [company]],
    ['/admin/account', []],
  ]
}

/** A member whose name is a payload too. */
async function openWindow(role: StaffRole, name = '') {
  const window = await openWalk(browser, app)
  await joinByPasskey(window, app, { name, role })
  return window
}

test('the pages of people, jobs and staff show forty payloads as text, fit the window and are accessible', async () => {
  const pages = await plantAll()
  await using window = await openWindow('owner', payloads[5])
  await walk(window, pages)
})

test('payloads in the address of a page are shown as text, and lead to no other site', async () => {
  await using window = await openWindow('viewer', payloads[8])
  const { page, dialogs } = window
  const places = ['jobs?q=', 'carriers?name=', 'customers?name=', 'partners?q=', 'audit?actor=']
  await walk(
    window,
    places.map((place) => [`/admin/${place}${encodeURIComponent(payloads[5] ?? '')}`]),
  )
  for (const back of [
    'javascript:alert(1)',
    '//evil.example/1',
    'https://evil.example/',
    '/admin/../..//evil',
  ]) {
    await page.goto(`${app.url}/admin/sign-in?back=${encodeURIComponent(back)}`)
    await page.getByRole('navigation').first().waitFor()
    assert.ok(page.url().startsWith(`${app.url}/admin`), page.url())
  }
  assert.deepEqual(dialogs, [])
  window.assertQuiet()
})
