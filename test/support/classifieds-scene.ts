import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestDray } from './dray.ts'
import {
  type Classifieds,
  type ClassifiedsStart,
  type InstalledClassifieds,
  startClassifieds,
} from './express-classifieds.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'
import { type SandboxUser, sandboxUser } from './sandbox.ts'
import { type Shown, type SiteVisitor, visitSite } from './site-visitor.ts'

/** The classifieds with an empty list of orders, as the partner of a test key, before a proxy that can lose answers. */
export type ClassifiedsScene = AsyncDisposable & {
  user: SandboxUser
  proxy: LosingProxy
  site: Classifieds
  buyer: SiteVisitor
  /** Starts the site again with the same orders, after `site.kill()`. */
  restart: (more?: Partial<ClassifiedsStart>) => Promise<Classifieds>
  /** Makes the site believe that it asked Dray long ago. */
  forgetChecks: () => void
}

export async function startScene(
  app: TestDray,
  { folder }: InstalledClassifieds,
  more: Partial<ClassifiedsStart> = {},
): Promise<ClassifiedsScene> {
  const stack = new AsyncDisposableStack()
  const scratch = await mkdtemp(path.join(tmpdir(), 'classifieds-orders-'))
  stack.defer(() => rm(scratch, { recursive: true, force: true }))
  const database = path.join(scratch, 'orders.db')
  const user = await sandboxUser(app)
  const proxy = stack.use(await startLosingProxy(app.url))
  const dray = { url: proxy.url, apiKey: user.apiKey }
  const start = async (changes: Partial<ClassifiedsStart> = {}) =>
    stack.use(await startClassifieds({ folder, dray, database, ...changes }))
  const site = await start(more)
  const port = Number(new URL(site.url).port)
  return {
    user,
    proxy,
    site,
    buyer: visitSite(site),
    restart: (changes) => start({ port, ...changes }),
    forgetChecks() {
      using db = new DatabaseSync(database)
      db.exec('update orders set checked_at = 0')
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export const home = { address: 'Calle de Alfonso I 5, 50003 Zaragoza', floor: '2', phone: '+34 612 345 678' }

/** Asks for the price and sends the form that the page then has. */
export async function orderDelivery(buyer: SiteVisitor, item: string, form = home): Promise<Shown> {
  const priced = await buyer.post(`/items/${item}/price`, form)
  return buyer.post(`/items/${item}/order`, hiddenFields(priced))
}

/** Fields of the form with the price. */
export const hiddenFields = ({ html }: Shown): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
