import type { AppPage } from './app-page.ts'
import { until } from './until.ts'

/**
 * The first request to such a URL arrives, and its response is lost.
 *
 * @returns waits until it was sent again: a live event can show its effect before the retry.
 */
export async function loseFirstResponse(
  { page }: Pick<AppPage, 'page'>,
  url: RegExp,
): Promise<() => Promise<void>> {
  let sent = 0
  await page.route(url, async (route) => {
    if (++sent > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => until('the request is sent again', () => sent > 1)
}
