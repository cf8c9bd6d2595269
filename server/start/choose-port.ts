import net from 'node:net'
import type { Settings } from '../config/load-settings.ts'
import { readConfig } from '../config/read-config.ts'

/**
 * Replaces `PORT=0`, any free port, with such a port before anything is composed: without `BASE_URL` the links of SMS
 * and pages contain it. With `BASE_URL` the system chooses the port when the server listens.
 */
export async function withChosenPort(settings: Settings): Promise<Settings> {
  const { port, host } = readConfig(settings.env)
  if (port !== 0 || settings.env['BASE_URL']) return settings
  const free = await freePort(host)
  return free === null ? settings : { ...settings, env: { ...settings.env, PORT: String(free) } }
}

/** Null if the host cannot be listened on, which the start itself says. */
async function freePort(host: string): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const server = net.createServer().on('error', () => resolve(null))
  server.listen(0, host, () => {
    const address = server.address()
    server.close(() => resolve(typeof address === 'object' && address ? address.port : null))
  })
  return promise
}
