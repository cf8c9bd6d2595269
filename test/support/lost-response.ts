import type { AppPage } from './app-page.ts'

/** The first request to such a URL arrives, and its response is lost. @returns counts the requests. */
export async function loseFirstResponse({ page }: Pick<AppPage, 'page'>, url: RegExp): Promise<() => number> {
  let sent = 0
  await page.route(url, async (route) => {
    if (++sent > 1) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  return () => sent
}
