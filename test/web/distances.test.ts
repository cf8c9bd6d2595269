import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { Page } from 'playwright-core'
import { openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market

const words = {
  en: {
    medium: /^Medium/,
    title: 'In a few words',
    ends: ['Where is it?', 'Where does it go?'],
    address: 'Address',
    rough: 'about 6 km, between town centres',
    brief: 'about 6 km',
    one: 'same address',
    review: 'Review and pay',
    near: 'Madrid · exact place after accepting',
    far: /about \d+ km from your base/,
    check: 'Check the drop-off address',
    unknown: /We do not know “Xyzzyburgo”/,
  },
  es: {
    medium: /^Mediano/,
    title: 'En pocas palabras',
    ends: ['¿Dónde se recoge?', '¿Dónde se entrega?'],
    address: 'Dirección',
    rough: 'unos 6 km, entre centros de población',
    brief: 'unos 6 km',
    one: 'misma dirección',
    review: 'Revisar y pagar',
    near: 'Madrid; el sitio exacto, al aceptar',
    far: /a unos \d+ km de tu base/,
    check: 'Revisa la dirección de entrega',
    unknown: /No sabemos qué es «Xyzzyburgo»/,
  },
} as const
type Words = (typeof words)['en' | 'es']

const addressOf = (page: Page, { ends, address }: Words, end: 0 | 1) =>
  page.getByRole('region', { name: ends[end] }).getByRole('combobox', { name: address })

for (const language of ['en', 'es'] as const) {
  const say = words[language]

  test(`a rough distance is shown with "about" and its basis, beside the price and in its lines: ${language}`, async () => {
    const customer = await market.person()
    await using window = await openApp(browser, app, { as: customer, language })
    const { page } = window
    await window.goto('/app/start')
    await page.getByRole('radio', { name: say.medium }).click()
    await page.getByRole('textbox', { name: say.title }).fill('Lavadora')
    await addressOf(page, say, 0).fill('Calle Mayor 10, Madrid')
    await addressOf(page, say, 1).fill('calle mayor 10. MADRID')
    await page.getByRole('status').getByText(say.one).waitFor()
    await addressOf(page, say, 1).fill('Calle de Alcalá 500, Madrid')
    await page.getByRole('status').getByText(say.rough).waitFor()
    if (language === 'es') await window.assertAccessible()
    await page.getByRole('button', { name: say.review }).click()
    await page.getByRole('term').filter({ hasText: say.rough }).waitFor()
    await page.getByRole('definition').filter({ hasText: say.brief }).waitFor()
    window.assertQuiet()
  })

  test(`an unknown address is shown at its field and beside the price, with a link: ${language}`, async () => {
    const customer = await market.person()
    await using window = await openApp(browser, app, { as: customer, language })
    const { page } = window
    await window.goto('/app/start')
    await page.getByRole('radio', { name: say.medium }).click()
    await page.getByRole('textbox', { name: say.title }).fill('Lavadora')
    const [pickup, dropoff] = [addressOf(page, say, 0), addressOf(page, say, 1)]
    await pickup.fill('Calle Mayor 10, 28013 Madrid')
    await dropoff.fill('Calle Real 5, Xyzzyburgo')
    const check = page.getByRole('button', { name: say.check })
    await check.waitFor()
    // The form does not interrupt a person who is typing.
    assert.equal(await page.getByText(say.unknown).count(), 0)
    await pickup.focus()
    const region = page.getByRole('region', { name: say.ends[1] })
    await region.getByText(say.unknown).waitFor()
    assert.equal(await dropoff.getAttribute('aria-invalid'), 'true')
    assert.notEqual(await pickup.getAttribute('aria-invalid'), 'true')
    if (language === 'es') await window.assertAccessible()
    await check.click()
    await page.locator('[data-path="dropoff.address"]:focus').waitFor()
    // Sending it anyway leads to the same field.
    await pickup.focus()
    await page.getByRole('button', { name: say.review }).click()
    await page.locator('[data-path="dropoff.address"]:focus').waitFor()
    await dropoff.fill('Calle Real 5, 40001 Segovia')
    await check.waitFor({ state: 'detached' })
    await page.getByRole('status').getByText(/\d km/).waitFor()
    await pickup.focus()
    assert.equal(await page.getByText(say.unknown).count(), 0)
  })

  test(`a carrier reads the town where no distance can be told, and "about" from the base where one can: ${language}`, async () => {
    const customer = await market.person()
    const carrier = await market.carrier()
    const near = await market.posted(customer, { title: `Near ${language}` })
    const far = await market.posted(customer, {
      title: `Far ${language}`,
      pickup: { address: 'Plaza Mayor 1, 40001 Segovia' },
    })
    await using window = await openApp(browser, app, { as: carrier, language })
    const { page } = window
    await window.goto('/carrier')
    const cardOf = (title: string) => page.getByRole('link', { name: new RegExp(title) })
    await cardOf(near.title).getByText(say.near).waitFor()
    await cardOf(far.title).getByText(say.far).waitFor()
    assert.equal(
      await cardOf(near.title)
        .getByText(/\d+ m\b/)
        .count(),
      0,
    )
    await window.goto(`/carrier/feed/${near.job_id}`)
    await page.getByText(say.near).waitFor()
    await window.goto(`/carrier/feed/${far.job_id}`)
    await page.getByText(say.far).waitFor()
    window.assertQuiet()
  })
}
