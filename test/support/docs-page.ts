import type { Page } from 'playwright-core'
import type { AppPage } from './app-page.ts'
import type { TestPartner } from './dray.ts'

type Tool = 'console' | 'price' | 'sms'

/** The page of the guide that has the tool. */
const pages: Record<Tool, string> = { console: 'console', price: 'prices', sms: 'create' }

/** Opens a tool of the documentation on its page, with a test key that was entered before, or without one. */
export async function openTool(
  window: AppPage,
  tool: Tool,
  { key, language = 'en' }: { key?: string; language?: 'en' | 'es' } = {},
): Promise<Page> {
  const { page } = window
  if (key)
    await page.addInitScript({ content: `sessionStorage.setItem('dray-test-key', ${JSON.stringify(key)})` })
  await window.goto(`${language === 'en' ? '/docs' : `/docs/${language}`}/${pages[tool]}`)
  return page
}

/** Enters the key in its field, as a person does. */
export async function enterKey(page: Page, { apiKey }: Pick<TestPartner, 'apiKey'>): Promise<void> {
  await page.getByLabel('Your test key').fill(apiKey)
  await page.getByRole('button', { name: 'Use this key' }).click()
}
