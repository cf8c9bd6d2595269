import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { listFeedAreas } from '#contract/app/feed.ts'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { savedArea } from '../support/feed-scenes.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { inDays } from '../support/window-times.ts'

/* Decision 82: where and for what a carrier looks. */

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const inMadrid = { address: 'Calle Mayor 10, 28013 Madrid' }
const inZaragoza = { address: 'Calle de Alfonso I 5, 50003 Zaragoza' }
const zaragoza = { geolocation: { latitude: 41.656_12, longitude: -0.878_34 } }

/** A carrier in Madrid who looks 50 km around, with one job there and one in Zaragoza. */
async function scene(): Promise<Person> {
  await app.db.pool.query(`update job set hidden_at = now() where status = 'posted'`)
  const carrier = await market.carrier()
  await app.db.pool.query('update carrier set radius_km = 50 where account_id = $1', [carrier.accountId])
  await market.posted(await market.person('Ana'), { title: 'Harp', pickup: inMadrid, dropoff: inZaragoza })
  await market.posted(await market.person('Eva'), { title: 'Globe', pickup: inZaragoza, dropoff: inMadrid })
  return carrier
}

/** The device does not find its place the first time. */
const lostOnce = `
  const { geolocation } = navigator
  const found = geolocation.getCurrentPosition.bind(geolocation)
  let isLost = true
  geolocation.getCurrentPosition = (onFound, onFailed, options) => {
    if (!isLost) return found(onFound, onFailed, options)
    isLost = false
    onFailed({ code: 2, PERMISSION_DENIED: 1 })
  }`

/** The person has chosen to look nearby, and the browser would ask again. */
const neverAsked = `
  localStorage.setItem('dray.feed-choices', JSON.stringify({ around: 'near', isWayHome: false, filters: {} }))
  navigator.permissions.query = async () => ({ state: 'prompt' })
  navigator.geolocation.getCurrentPosition = () => { globalThis.isAsked = true }`

const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(title) })
const place = (page: Page, name: string) => page.getByRole('radio', { name, exact: true })

for (const desk of [false, true])
  test(`near me, allowed: jobs around the device, rounded, in no address; the way home (${desk ? 'desk' : 'phone'})`, async () => {
    const carrier = await scene()
    const context = { permissions: ['geolocation'], ...zaragoza }
    await using window = await openApp(browser, app, { as: carrier, desk, context })
    const { page } = window
    const [urls, bodies]: [string[], string[]] = [[], []]
    page.on('request', (request) => {
      urls.push(request.url())
      bodies.push(request.postData() ?? '')
    })
    await window.goto('/carrier')
    await card(page, 'Harp').waitFor()
    assert.equal(await card(page, 'Globe').count(), 0)
    await place(page, 'Near me').check()
    await card(page, 'Globe').waitFor()
    await card(page, 'Harp').waitFor({ state: 'detached' })
    await page.getByText('Your position is rounded to about a kilometre and is not stored.').waitFor()
    await page.getByText('1 job within 50 km of you').waitFor()
    await window.assertAccessible()
    await page.getByRole('checkbox', { name: /Only on my way home/ }).check()
    await page.getByText('1 job on the way to').waitFor()
    await card(page, 'Globe').click()
    await page.getByRole('heading', { name: 'Globe', level: 2 }).waitFor()
    await page.getByText('no detour', { exact: false }).first().waitFor()
    assert.deepEqual(
      urls.filter((url) => url.includes('41.6') || url.includes('0.87') || url.includes('0.88')),
      [],
    )
    const sent = bodies.filter((body) => body.includes('near'))
    assert.ok(sent.length > 0)
    for (const body of sent)
      assert.deepEqual((JSON.parse(body) as { near: object }).near, { lat: 41.66, lon: -0.88 })
    const { all, choices } = await page.evaluate(() => ({
      all: JSON.stringify({ ...localStorage }),
      choices: localStorage.getItem('dray.feed-choices') ?? '',
    }))
    assert.ok(!all.includes('Globe') && choices.includes('near') && !choices.includes('41.'), choices)
    window.assertQuiet()
  })

test('near me, refused: the jobs around the base stay, and the screen says why', async () => {
  const carrier = await scene()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await card(page, 'Harp').waitFor()
  await place(page, 'Near me').check()
  await page.getByText('Your device does not tell this app where you are').waitFor()
  await card(page, 'Harp').waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Locate me' }).waitFor()
  await place(page, 'My base').check()
  await page.getByText('Your device does not tell this app where you are').waitFor({ state: 'detached' })
  window.assertQuiet()
})

test('near me, lost: the jobs around the base, until the device is found again', async () => {
  const carrier = await scene()
  const context = { permissions: ['geolocation'], ...zaragoza }
  await using window = await openApp(browser, app, { as: carrier, context })
  const { page } = window
  await page.addInitScript(lostOnce)
  await window.goto('/carrier')
  await place(page, 'Near me').check()
  await page.getByText('Your device cannot find out where you are right now').waitFor()
  await card(page, 'Harp').waitFor()
  await page.getByRole('button', { name: 'Locate me' }).click()
  await card(page, 'Globe').waitFor()
  window.assertQuiet()
})

test('a kept choice of near me asks for the position at the start only if it is allowed', async () => {
  const carrier = await scene()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await page.addInitScript(neverAsked)
  await window.goto('/carrier')
  await page
    .getByText('These are the jobs around your base until your device tells us where you are.')
    .waitFor()
  await card(page, 'Harp').waitFor()
  assert.equal(await page.evaluate('globalThis.isAsked'), undefined)
})

test('filters are combined, shown as chips, kept on the device and removed; what they hide is counted', async () => {
  const carrier = await scene()
  await market.posted(await market.person('Lea'), {
    title: 'Wardrobe',
    size: 'L',
    pickup: { ...inMadrid, floor: 4, has_elevator: false },
    dropoff: inZaragoza,
  })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await card(page, 'Wardrobe').waitFor()
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  // By keyboard, from the button into the dialog and back.
  await filters.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Filter the jobs' })
  await dialog
    .getByRole('combobox', { name: 'Floors without a lift' })
    .selectOption({ label: 'At most 2 floors' })
  await dialog.getByRole('combobox', { name: 'Pay' }).selectOption({ label: 'From €20' })
  await window.assertAccessible()
  await dialog.getByRole('button', { name: 'Show the jobs' }).press('Enter')
  await card(page, 'Wardrobe').waitFor({ state: 'detached' })
  await card(page, 'Harp').waitFor()
  await page.getByText('1 more without filters').waitFor()
  await page.reload()
  await page.getByText('1 more without filters').waitFor()
  await window.assertAccessible()
  const chips = page.getByRole('list', { name: 'Active filters' })
  await chips.getByRole('button', { name: 'Remove the filter “At most 2 floors”' }).click()
  await card(page, 'Wardrobe').waitFor()
  assert.equal(await chips.getByRole('button').count(), 1)
  await filters.click()
  await dialog.getByRole('combobox', { name: 'Pay' }).selectOption({ label: 'From €300' })
  await dialog.getByRole('combobox', { name: 'Floors without a lift' }).selectOption({ label: 'No stairs' })
  await dialog.getByRole('combobox', { name: 'Day', exact: true }).selectOption(inDays(3))
  await dialog.getByRole('button', { name: 'Show the jobs' }).click()
  await chips.getByRole('button').nth(2).waitFor()
  window.assertQuiet()
})

test('an empty list helps: filters are removed, and the way leads back to the base', async () => {
  const carrier = await scene()
  const { area_id } = await savedArea(carrier, { point: { lat: 43.3, lon: -8.4 }, name: 'Galicia' })
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await place(page, 'Galicia').check()
  await page.getByText('We look within 30 km of Galicia').waitFor()
  await page.getByRole('link', { name: 'Change my areas' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Look around my base' }).click()
  await card(page, 'Harp').waitFor()
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Filter the jobs' })
  await dialog.getByRole('combobox', { name: 'Largest size' }).selectOption({ label: 'Car' })
  await dialog.getByRole('combobox', { name: 'Pay' }).selectOption({ label: 'From €300' })
  await dialog.getByRole('button', { name: 'Show the jobs' }).click()
  await page.getByText('No job here passes your filters.').waitFor()
  await window.assertAccessible()
  await page.getByRole('main').getByRole('button', { name: 'Remove all filters' }).click()
  await card(page, 'Harp').waitFor()
  // Deleted on another device: the base is used again.
  await place(page, 'Galicia').check()
  await app.db.pool.query('delete from carrier_area where id = $1', [area_id])
  await page.reload()
  await card(page, 'Harp').waitFor()
  assert.ok(await place(page, 'My base').isChecked())
})

test('areas: by an address or by where the device is, with alerts; changed and deleted', async () => {
  const carrier = await scene()
  const context = { permissions: ['geolocation'], ...zaragoza }
  await using window = await openApp(browser, app, { as: carrier, context })
  const { page } = window
  const areas = async () => (await carrier.ok(listFeedAreas)).areas
  await window.goto('/carrier')
  await page.getByRole('link', { name: 'My areas' }).click()
  await page.getByRole('heading', { name: 'No areas yet' }).waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Add an area' }).click()
  const dialog = page.getByRole('dialog', { name: 'New area' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Type an address, or use where you are now.').waitFor()
  await window.assertAccessible()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('The river')
  await dialog.getByRole('button', { name: 'Use where I am now' }).click()
  await dialog.getByText('The middle is where you are now').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Within 25 km of a place you saved').waitFor()
  assert.deepEqual(
    (await areas()).map(({ name, point, alerts }) => ({ name, point, alerts })),
    [{ name: 'The river', point: { lat: 41.66, lon: -0.88 }, alerts: true }],
  )
  await page.getByRole('button', { name: 'Change “The river”' }).click()
  const change = page.getByRole('dialog', { name: 'Change the area' })
  await change.getByRole('combobox', { name: 'Middle of the area' }).fill('28013 Madrid')
  await change.getByRole('checkbox', { name: /Tell me of new jobs here/ }).uncheck()
  await change.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Within 25 km of Madrid').waitFor()
  await page.getByText('You are not told of new jobs here').waitFor()
  await window.assertAccessible()
  await page.getByRole('button', { name: 'Change “The river”' }).click()
  await change.getByRole('button', { name: 'Delete this area' }).click()
  await change.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'No areas yet' }).waitFor()
  assert.deepEqual(await areas(), [])
  window.assertQuiet()
})

test('an hour’s pay is a range, and a tap says what is assumed', async () => {
  const carrier = await scene()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto('/carrier')
  await page
    .getByRole('link', { name: /Harp/ })
    .getByText(/about €\d+–\d+ an hour/)
    .waitFor()
  await card(page, 'Harp').click()
  await page.getByText(/about €\d+–\d+ an hour, with the way to the pickup/).waitFor()
  const assumed = page.getByText('the way back, waiting, fuel and tax are not included', { exact: false })
  assert.equal(await assumed.isVisible(), false)
  await page.getByText('How is this estimated?').click()
  await assumed.waitFor()
  await window.assertAccessible()
  window.assertQuiet()
})
