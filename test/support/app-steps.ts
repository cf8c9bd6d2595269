import type { startSignIn } from '#contract/app/account.ts'
import type { SuccessOf } from '../../server/http/mount.ts'
import type { AppPage } from './app-page.ts'
import type { TestDray } from './dray.ts'
import { codeOf } from './person.ts'

/** Requests a code on the open sign-in form; without `phone`, for the prefilled number. Returns the code. */
export async function askForCode({ page }: AppPage, app: TestDray, phone?: string): Promise<string> {
  if (phone) await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) => response.url().endsWith('/app/v1/sign-in') && response.status() === 202,
    ),
    page.getByRole('button', { name: 'Text me a code' }).click(),
  ])
  const { challenge_id } = (await answer.json()) as SuccessOf<typeof startSignIn>
  return codeOf(app, challenge_id)
}

/** Types the six digits; the sixth submits the form. */
export async function typeCode({ page }: AppPage, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(code)
}

/** Signs in on the English screen; returns after the code was submitted. */
export async function signInByPhone(window: AppPage, app: TestDray, phone?: string): Promise<void> {
  await typeCode(window, await askForCode(window, app, phone))
}

/** Types a test card into the open payment sheet, in place of the saved ones. The pay button saves it. */
export async function typeTestCard({ page }: AppPage, number: string): Promise<void> {
  const another = page.getByRole('radio', { name: /^Another card/ })
  const field = page.getByRole('textbox', { name: 'Card number' })
  await field.or(another).first().waitFor()
  if (await another.isVisible()) await another.click()
  await fillTestCard(page, number)
}

/** Saves a test card on the English page of the account. */
export async function addTestCard({ page }: AppPage, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click()
  await fillTestCard(page, number)
  await page.getByRole('button', { name: 'Save card' }).click()
}

async function fillTestCard(page: AppPage['page'], number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12/34')
  await page.getByRole('textbox', { name: 'Security code' }).fill('123')
}

/** Rates the other side on the English screen; returns when the app shows its thanks. */
export async function rateWith({ page }: AppPage, stars: string, comment: string): Promise<void> {
  await page.getByRole('radio', { name: stars }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('Thank you for your rating.').waitFor()
}

/** The carrier's two taps for "collected", on the English screen. */
export async function collectByHand({ page }: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'I have collected it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Have you collected it?' })
  await dialog.getByText('Check that you have everything before you drive off.').waitFor()
  await dialog.getByRole('button', { name: 'Yes, I have it' }).click()
}
