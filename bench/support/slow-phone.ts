import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { CDPSession, Page } from 'playwright-core'

/**
 * A mid-range phone on a slow connection: 1.6 Mbit/s, 150 ms round trip, a CPU four times slower than this machine's.
 */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowdown = 4

/** Slows the page down. @returns the session, which also tells of its network. */
export async function slowDown(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return session
}

/** Without the built files the server has no page, and the control never appears. */
export function buildPages(): void {
  const cwd = path.join(import.meta.dirname, '../..')
  execFileSync(process.execPath, ['scripts/prepare.mjs', '--if-stale'], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}
