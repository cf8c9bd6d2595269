import { readFileSync } from 'node:fs'
import { shareBrowser } from '../support/browser.ts'

/** Runs the tests with one browser for all files, if one of them opens pages. */
export async function withBrowser<T>(
  files: string[],
  work: (env: Record<string, string>) => Promise<T>,
): Promise<T> {
  if (!files.some((file) => readFileSync(file, 'utf8').includes('launchBrowser'))) return work({})
  const browser = await shareBrowser()
  try {
    return await work({ TEST_BROWSER_URL: browser.wsEndpoint() })
  } finally {
    await browser.close()
  }
}
