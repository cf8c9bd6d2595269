import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'

/**
 * Opens a port of 127.0.0.1 before the PostgreSQL of the tests, whose socket only its owner may reach: for
 * programs that
 * run as another user, or in a container.
 */
export async function postgresOverTcp(url: string): Promise<AsyncDisposable & { url: string; port: number }> {
  const target = new URL(url)
  const folder = target.searchParams.get('host')
  const port = Number(target.searchParams.get('port') ?? target.port)
  const place = folder?.startsWith('/')
    ? { path: path.join(folder, `.s.PGSQL.${port}`) }
    : { host: folder ?? target.hostname, port }
  const sockets = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(place)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = (server.address() as AddressInfo).port
  target.search = ''
  target.host = `127.0.0.1:${own}`
  return {
    url: target.href,
    port: own,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(server.close(), 'close')
    },
  }
}
