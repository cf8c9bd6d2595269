import type { Page } from 'playwright-core'
import { collectJob } from '#contract/app/carrier.ts'
import type { ProofSettings } from '../../server/jobs/proof/asked-proof.ts'
import type { Deal } from './deals.ts'
import type { Market } from './market.ts'
import { acceptedUnder } from './proofs.ts'

/** A picture of one pixel. */
const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Near the Puerta del Sol. */
export const here = { latitude: 40.4168, longitude: -3.7038, accuracy: 12 }
export const located = { permissions: ['geolocation'], geolocation: here }

export const steps = {
  collect: { open: 'I have collected it', title: 'Have you collected it?', act: 'Yes, I have it' },
  deliver: { open: 'I have delivered it', title: 'Is it delivered?', act: 'Yes, it is delivered' },
}

/** Opens the sheet of a step. */
export const sheetOf = async (page: Page, step: keyof typeof steps) => {
  await page.getByRole('button', { name: steps[step].open, exact: true }).click()
  return page.getByRole('dialog', { name: steps[step].title })
}

/** Takes a photo in the open sheet. */
export async function takePhoto(page: Page, buffer = onePixel): Promise<void> {
  await page.getByRole('dialog').locator('input[type="file"]').setInputFiles({
    name: 'photo.png',
    mimeType: 'image/png',
    buffer,
  })
}

/** Taps the button of the open sheet. */
export const confirm = (page: Page, step: keyof typeof steps) =>
  page.getByRole('dialog').getByRole('button', { name: steps[step].act }).click()

const lines = /\/app\/v1\/(photos|carrier\/jobs\/.*\/(collected|delivered))$/
/** No act and no photo reaches the server. */
export const cut = (page: Page) => page.route(lines, (route) => route.abort())

/** A job that a carrier has accepted under these settings, and collected. */
export const collectedUnder = async (market: Market, settings: Partial<ProofSettings>): Promise<Deal> => {
  const deal = await acceptedUnder(market, settings)
  await deal.carrier.ok(collectJob, { params: deal.params, body: {} })
  return deal
}
