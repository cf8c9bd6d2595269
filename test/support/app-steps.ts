import type { startSignIn } from '#contract/app/account.ts'
import type { SuccessOf } from '../../server/http/app-api/route.ts'
import type { AppPage } from './app-page.ts'
import type { TestDray } from './dray.ts'
import { codeOf } from './person.ts'

/** Asks for a code on the sign-in that is shown; with `phone` left out, for the number that stands there. */
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

/** Types the six digits, which sends them. */
export async function typeCode({ page }: AppPage, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Digit 1 of 6' }).fill(code)
}

/** The whole way in, on the screen in English; ends where the code was sent off. */
export async function signInByPhone(window: AppPage, app: TestDray, phone?: string): Promise<void> {
  await typeCode(window, await askForCode(window, app, phone))
}

/** Saves a test card by way of the page that stands for a processor's, and comes back. */
export async function addTestCard({ page }: AppPage, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.getByRole('textbox', { name: 'Card number' }).fill(number)
  await page.getByRole('button', { name: 'Save card' }).click()
  await page.getByText('Your card is saved.').waitFor()
}

/** Rates the other side, on the screen in English; ends when that is thanked for. */
export async function rateWith({ page }: AppPage, stars: string, comment: string): Promise<void> {
  await page.getByRole('radio', { name: stars }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('textbox', { name: 'Comment' }).fill(comment)
  await page.getByRole('button', { name: 'Send rating' }).click()
  await page.getByText('Thank you for rating.').waitFor()
}

/** The two taps of a carrier who has collected, on the screen in English. */
export async function collectByHand({ page }: AppPage): Promise<void> {
  await page.getByRole('button', { name: 'I have collected it', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Have you collected it?' })
  await dialog.getByText('From now on the customer cannot cancel.').waitFor()
  await dialog.getByRole('button', { name: 'Yes, I have it' }).click()
}
