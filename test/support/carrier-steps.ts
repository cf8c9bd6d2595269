import type { Page } from 'playwright-core'
import { face } from './carrier-photos.ts'

type Named = { name: string; plate?: string }

/** The first step of the sign-up, from the list of steps: the face, which is sent at once, and the name. */
export async function fillYou(page: Page, { name }: Named): Promise<void> {
  await page.getByRole('link', { name: 'Next: You' }).click()
  await page.getByRole('heading', { name: 'You', level: 1, exact: true }).waitFor()
  await takePhoto(page, 'Photo of your face')
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}

/** The second step: with it the account signs up, and the operator then looks at it. */
export async function fillVehicle(page: Page, { plate = '1234 BCD' }: Partial<Named> = {}): Promise<void> {
  await page.getByRole('link', { name: 'Next: Your vehicle' }).click()
  await page.getByRole('radio', { name: /^Truck\./ }).click()
  await page.getByRole('textbox', { name: 'Make and colour' }).fill('white MAN TGL')
  await page.getByRole('textbox', { name: 'Plate' }).fill(plate)
  await page.getByRole('combobox', { name: 'Your base' }).fill('Calle Mayor 1, 28013 Madrid')
  await page.getByRole('textbox', { name: 'Kilometres' }).fill('80')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('heading', { name: 'We are reviewing your details' }).waitFor()
}

/** Takes a photo in the field of this name, and waits until it is saved. */
export async function takePhoto(page: Page, field: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: new RegExp(`^${field}: Take`) }).click()
  await (await chooser).setFiles({ name: 'photo.jpg', mimeType: 'image/jpeg', buffer: face })
  await page.getByText('Photo saved.').waitFor()
}
