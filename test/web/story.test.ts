import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import type { JobStatus } from '#contract/vocabulary.ts'
import { type AppPage, openApp } from '../support/app-page.ts'
import { collectByHand, rateWith, signInByPhone, typeTestCard } from '../support/app-steps.ts'
import { launchBrowser } from '../support/browser.ts'
import { startImageHost } from '../support/image-host.ts'
import { openMarket } from '../support/market.ts'
import { newPhone } from '../support/no-secrets.ts'
import { readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { until } from '../support/until.ts'

const pictures = await startImageHost()
const market = await openMarket({ PHOTO_SOURCES_ALLOWED: pictures.host })
const browser = await launchBrowser()
after(async () => {
  await browser.close()
  await market[Symbol.asyncDispose]()
  await pictures[Symbol.asyncDispose]()
})
const { app } = market
const partner = await app.partner({ companyName: 'Muebles Rivera', smsLanguage: 'en' })

/** The link in the text that this phone received. */
async function linkTextedTo(phone: string): Promise<string> {
  const texts = (await app.texts()).filter(({ to_phone }) => to_phone === phone)
  assert.equal(texts.length, 1, 'one text')
  const link = /https?:\/\/\S+/.exec(texts[0]?.body ?? '')?.[0] ?? assert.fail('no link in the text')
  const { pathname, search } = new URL(link)
  return pathname + search
}

const partnerSees = (jobId: string, status: JobStatus) =>
  until(`the partner sees ${status}`, async () => (await partner.read(jobId)).body.status === status)

const offered = ({ page }: AppPage) => page.getByRole('link', { name: /Madrid → Zaragoza.*Oak wardrobe/ })
const nowSays = ({ page }: AppPage, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).waitFor()

test('spec part 1: a job from the partner’s request to the ratings, both sides following it live', async () => {
  const phone = newPhone()
  const driver = await market.carrier({ name: 'Lucía Prieto' })
  await readyPayouts(app, driver)
  await using customer = await openApp(browser, app, { map: true })
  await using carrier = await openApp(browser, app, { as: driver, map: true })
  await carrier.goto('/carrier')
  await carrier.page.getByText('No jobs here right now').waitFor()

  const { status, body } = await partner.create({
    customer_phone: phone,
    title: 'Oak wardrobe',
    description: 'Two doors, in one piece',
    photos: [`${pictures.url}/red.jpg`, `${pictures.url}/blue.jpg`],
  })
  assert.equal(status, 201)
  const jobId = body.job_id
  await reviewAndPublish(customer, await linkTextedTo(phone))
  await partnerSees(jobId, 'posted')

  await accept(carrier)
  await nowSays(customer, 'Lucía Prieto will collect it. Agree on a time below, or call.')
  await partnerSees(jobId, 'accepted')
  await customer.assertAccessible()

  await collectByHand(carrier)
  await nowSays(customer, 'Lucía Prieto has collected it and is on the way.')
  await deliver(carrier)
  await nowSays(customer, 'Lucía Prieto says it is delivered. The payment is being processed.')
  await customer.page.getByRole('img', { name: 'Photo of the delivery', exact: true }).waitFor()
  await settleMoney(app)
  await partnerSees(jobId, 'completed')

  await customer.page.getByRole('heading', { name: 'How was Lucía Prieto?' }).waitFor()
  await rateWith(customer, '5 stars', 'On time and careful')
  await carrier.page.getByRole('heading', { name: 'How was Ana Ruiz?' }).waitFor()
  await carrier.page.getByText(/^Transferred to your payout account on /).waitFor()
  await rateWith(carrier, '4 stars', 'All ready at the door')
  for (const window of [customer, carrier]) {
    await window.assertAccessible()
    window.assertQuiet()
  }
  assert.deepEqual(await ratings(jobId), [
    { by_role: 'carrier', stars: 4, comment: 'All ready at the door' },
    { by_role: 'customer', stars: 5, comment: 'On time and careful' },
  ])
})

/** Spec part 1, steps 1 to 3: the link, the code, the review, a card and the payment. */
async function reviewAndPublish(customer: AppPage, link: string): Promise<void> {
  const { page } = customer
  await customer.goto(link)
  await page.getByRole('heading', { name: 'Your delivery is almost ready', level: 1 }).waitFor()
  await customer.assertAccessible()
  await signInByPhone(customer, app)
  await page.getByRole('heading', { name: 'Review and publish', level: 1 }).waitFor()
  for (const words of [
    'Oak wardrobe',
    'Two doors, in one piece',
    'Muebles Rivera prepared this job for you.',
  ])
    await page.getByText(words, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Enlarge photo 2 of 2' }).click()
  await lookAtPhotos(customer)
  const notes = page.getByRole('textbox')
  assert.equal(await notes.count(), 1, 'only the notes can be changed')
  await notes.fill('Ring twice')
  await page.getByRole('button', { name: 'Save notes' }).click()
  await page.getByRole('status').getByText('Notes saved.').waitFor()
  await customer.assertAccessible()
  const pay = /^Pay €\d+\.\d\d and publish$/
  await page.getByRole('button', { name: pay }).click()
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ana Ruiz')
  await typeTestCard(customer, '4242 4242 4242 4242')
  await customer.assertAccessible()
  await page.getByRole('dialog').getByRole('button', { name: pay }).click()
  await page.getByRole('heading', { name: 'Your job is published', level: 1 }).waitFor()
  await customer.assertAccessible()
  await page.getByRole('button', { name: 'See my job' }).click()
  await page.getByRole('heading', { name: 'Your job', level: 1 }).waitFor()
}

/** The viewer opened at the second of two photos. */
async function lookAtPhotos({ page, assertAccessible }: AppPage): Promise<void> {
  const viewer = page.getByRole('dialog')
  await viewer.getByText('Photo 2 of 2').waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('Photo 1 of 2').waitFor()
  await viewer.getByRole('button', { name: 'Next photo' }).click()
  await viewer.getByText('Photo 2 of 2').waitFor()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await viewer.getByRole('button', { name: 'Zoom out' }).waitFor()
  await assertAccessible()
  await viewer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Enlarge photo 2 of 2' }).and(page.locator(':focus')).waitFor()
}

/** Step 4: the job appeared in the list without a reload. */
async function accept(carrier: AppPage): Promise<void> {
  const { page } = carrier
  await offered(carrier).waitFor()
  await carrier.assertAccessible()
  await offered(carrier).click()
  await page.getByRole('heading', { name: 'Oak wardrobe', level: 2 }).waitFor()
  const acceptIt = page.getByRole('button', { name: /^Accept for €/ })
  await acceptIt.waitFor()
  await carrier.assertAccessible()
  for (const words of ['Calle Mayor 10', 'Ring twice'])
    assert.equal(await page.getByText(words).count(), 0, `${words}: only for who has accepted`)
  await acceptIt.click()
  await page.getByText('Calle Mayor 10, 28013 Madrid').first().waitFor()
  await page.getByText('Ring twice', { exact: true }).waitFor()
  await carrier.assertAccessible()
}

async function deliver({ page }: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'I have delivered it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Is it delivered?' })
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Take a photo' }).click()
  const picture = await fetch(`${pictures.url}/green.jpg`)
  const buffer = Buffer.from(await picture.arrayBuffer())
  await (await chooser).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer })
  await dialog.getByRole('img', { name: 'Your photo of the delivery' }).waitFor()
  await dialog.getByRole('button', { name: 'Yes, it is delivered' }).click()
}

async function ratings(jobId: string) {
  const { rows } = await app.db.pool.query<{ by_role: string; stars: number; comment: string | null }>(
    'select by_role, stars, comment from rating where job_id = $1 order by by_role',
    [jobId],
  )
  return rows
}
