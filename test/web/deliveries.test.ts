import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import test, { after } from 'node:test'
import { collectJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { launchBrowser } from '../support/browser.ts'
import { openMarket } from '../support/market.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

/* Decision 20 on the screens: two taps, an early delivery, and "something is wrong". */
const market = await openMarket()
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
})
const { app } = market
Object.assign(app.dray.payments.processors.live, { movesRealMoney: true })

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** For looking at, where `SHOTS` names a folder. */
async function shoot({ page }: AppPage, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true })
}

async function people() {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier({ name: 'Lucía Prieto' })]
  await readyPayouts(app, carrier)
  const { job_id } = await market.accepted(customer, carrier)
  return { customer, carrier, params: { job_id } }
}

test('collecting asks for confirmation and explains that the customer can then not cancel; "not yet" changes nothing', async () => {
  const { carrier, params } = await people()
  await using window = await openApp(browser, app, { as: carrier })
  const { page } = window
  await window.goto(`/carrier/jobs/${params.job_id}`)
  const act = page.getByRole('button', { name: 'I have collected it', exact: true })
  await act.click()
  const dialog = page.getByRole('dialog', { name: 'Have you collected it?' })
  await dialog.getByText('Once it is sent, the customer cannot cancel.').waitFor()
  await window.assertAccessible()
  await shoot(window, 'collect-en')
  await dialog.getByRole('button', { name: 'Not yet' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal((await carrier.ok(readCarrierJob, { params })).collected_at, null)
  await act.click()
  await dialog.getByRole('button', { name: 'Yes, I have it' }).click()
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).waitFor()
  // The app shows the step before the server has answered.
  await until('the server has it', async () => {
    return (await carrier.ok(readCarrierJob, { params })).collected_at !== null
  })
  window.assertQuiet()
})

for (const language of ['en', 'es'] as const)
  test(`a delivery that is too early needs a photo and a reason, and the customer is asked: ${language}`, async () => {
    const { customer, carrier, params } = await people()
    await carrier.ok(collectJob, { params })
    await using window = await openApp(browser, app, { as: carrier, language })
    await using other = await openApp(browser, app, { as: customer, language, desk: language === 'es' })
    const words = wordsOf[language]
    await window.goto(`/carrier/jobs/${params.job_id}`)
    await window.page.getByRole('button', { name: words.deliver, exact: true }).click()
    const dialog = window.page.getByRole('dialog', { name: words.isDelivered })
    await dialog.getByText(words.quick).waitFor()
    await dialog.getByRole('button', { name: words.yesDelivered }).click()
    await dialog.getByText(words.photoMissing).waitFor()
    if (language === 'es') await window.assertAccessible()
    await shoot(window, `deliver-early-${language}`)
    const chooser = window.page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: words.takePhoto }).click()
    await (await chooser).setFiles({ name: 'door.png', mimeType: 'image/png', buffer: onePixel })
    await dialog.getByRole('textbox', { name: words.why }).fill('It was next door after all')
    await dialog.getByRole('button', { name: words.yesDelivered }).click()
    await window.page.getByText(words.waits).waitFor()
    if (language === 'es') await window.assertAccessible()
    await shoot(window, `carrier-waits-${language}`)

    await other.goto(`/app/jobs/${params.job_id}`)
    await other.page.getByText(words.arrived).waitFor()
    if (language === 'es') await other.assertAccessible()
    await shoot(other, `customer-asked-${language}`)
    await other.page.getByRole('button', { name: words.yesArrived }).click()
    await other.page.getByText(words.thanks).waitFor()
    await settleMoney(app)
    assert.equal((await customer.ok(readMyJob, { params })).status, 'completed')
    window.assertQuiet()
    other.assertQuiet()
  })

for (const language of ['en', 'es'] as const)
  test(`"something is wrong" takes a reason, a text and a photo, and shows the decision: ${language}`, async () => {
    const { customer, carrier, params } = await people()
    await using window = await openApp(browser, app, { as: customer, language, desk: language === 'en' })
    const words = wordsOf[language]
    const { page } = window
    await window.goto(`/app/jobs/${params.job_id}`)
    await page.getByRole('button', { name: words.wrong }).click()
    const dialog = page.getByRole('dialog', { name: words.whatIsWrong })
    await dialog.getByRole('button', { name: words.send }).click()
    await dialog.getByText(words.chooseOne).waitFor()
    if (language === 'es') await window.assertAccessible()
    await shoot(window, `problem-${language}`)
    await dialog.getByRole('radio', { name: words.damaged }).check()
    await dialog.getByRole('textbox').fill('The left door is broken.')
    await dialog.getByRole('button', { name: words.send }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('heading', { name: words.yours }).waitFor()
    await page.getByText(words.looking, { exact: true }).waitFor()
    if (language === 'es') await window.assertAccessible()
    await shoot(window, `reported-${language}`)
    await using other = await openApp(browser, app, { as: carrier, language })
    await other.goto(`/carrier/jobs/${params.job_id}`)
    await other.page.getByText(words.reported).waitFor()
    assert.equal(await other.page.getByText('The left door is broken.').count(), 0)
    if (language === 'es') await other.assertAccessible()
    await shoot(other, `carrier-reported-${language}`)
    window.assertQuiet()
    other.assertQuiet()
  })

const wordsOf = {
  en: {
    deliver: 'I have delivered it',
    isDelivered: 'Is it delivered?',
    quick: 'That was quick',
    yesDelivered: 'Yes, it is delivered',
    photoMissing: 'Take a photo of the delivery.',
    takePhoto: 'Take a photo',
    why: 'Why so soon?',
    waits: 'Your payment is waiting for confirmation',
    arrived: 'Has it arrived?',
    yesArrived: 'Yes, it has arrived',
    thanks: 'Thank you. The payment goes through now.',
    wrong: 'Something is wrong',
    whatIsWrong: 'What is wrong?',
    send: 'Send to our team',
    chooseOne: 'Choose one.',
    damaged: 'Something is damaged',
    yours: 'What you told us',
    looking: 'Our team is looking at it.',
    reported: 'The customer has told us about a problem',
  },
  es: {
    deliver: 'Ya lo he entregado',
    isDelivered: '¿Está entregado?',
    quick: '¡Qué rápido!',
    yesDelivered: 'Sí, está entregado',
    photoMissing: 'Haz una foto de la entrega.',
    takePhoto: 'Hacer una foto',
    why: '¿Por qué tan pronto?',
    waits: 'Tu pago espera una confirmación',
    arrived: '¿Ha llegado?',
    yesArrived: 'Sí, ha llegado',
    thanks: 'Gracias. El pago sigue adelante.',
    wrong: 'Algo va mal',
    whatIsWrong: '¿Qué ha pasado?',
    send: 'Enviar a nuestro equipo',
    chooseOne: 'Elige una opción.',
    damaged: 'Ha llegado con daños',
    yours: 'Lo que nos has contado',
    looking: 'Nuestro equipo lo está revisando.',
    reported: 'El cliente nos ha avisado de un problema',
  },
}
