import net from 'node:net'
import { freePort } from './free-port.ts'

export type TcpProxy = AsyncDisposable & {
  /** URL of the database through the proxy. */
  url: string
  /** Closes all connections and refuses new ones. */
  refuse: () => Promise<void>
  accept: () => Promise<void>
  /** Holds back all bytes of both directions until `thaw`, which delivers them. */
  freeze: () => void
  thaw: () => void
}

/** A proxy before a shared PostgreSQL, with which a test can simulate an outage for one Dray only. */
export async function startTcpProxy(databaseUrl: string): Promise<TcpProxy> {
  const target = targetOf(databaseUrl)
  const sockets = new Map<net.Socket, net.Socket>()
  let isFrozen = false
  const server = net.createServer((near) => {
    const far = net.connect(target)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(socket, other)
      socket
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
      if (!isFrozen) socket.pipe(other)
    }
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', () => resolve()))
  const port = await freePort()
  await listen(port)
  const refuse = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets.keys()) socket.destroy()
    })
  return {
    url: throughProxy(databaseUrl, port),
    refuse,
    accept: () => listen(port),
    freeze: () => {
      isFrozen = true
      for (const [socket, other] of sockets) socket.unpipe(other)
    },
    thaw: () => {
      isFrozen = false
      for (const [socket, other] of sockets) socket.pipe(other)
    },
    [Symbol.asyncDispose]: refuse,
  }
}

/** `?host=` may be the folder of a Unix socket, as in the URLs of `test/run.ts`. */
function targetOf(databaseUrl: string): net.NetConnectOpts {
  const url = new URL(databaseUrl)
  const port = url.searchParams.get('port') ?? (url.port || '5432')
  const folder = url.searchParams.get('host')
  return folder?.startsWith('/')
    ? { path: `${folder}/.s.PGSQL.${port}` }
    : { host: folder ?? url.hostname, port: Number(port) }
}

function throughProxy(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  url.search = ''
  return url.href
}
