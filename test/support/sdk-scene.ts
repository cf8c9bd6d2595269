import { after } from 'node:test'
import { startDray, type TestDray, type TestPartner } from './dray.ts'
import { type LosingProxy, startLosingProxy } from './losing-proxy.ts'

type SdkScene = { app: TestDray; proxy: LosingProxy; partner: TestPartner }

/** A Dray with a partner, behind a proxy that loses responses. Both end after the tests of the file. */
export async function startSdkScene(): Promise<SdkScene> {
  const stack = new AsyncDisposableStack()
  after(() => stack.disposeAsync())
  const app = stack.use(await startDray())
  const proxy = stack.use(await startLosingProxy(app.url))
  return { app, proxy, partner: await app.partner() }
}
