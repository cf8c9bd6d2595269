import net, { type AddressInfo } from 'node:net'

/** Accepts connections like PostgreSQL; at the first statement it closes the connection (`cuts`) or hangs. */
export async function startPostgresImpostor(
  failure: 'cuts' | 'hangs',
): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([authenticationOk, readyForQuery]))
      socket.once('data', () => failure === 'cuts' && socket.destroy())
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return {
    url: `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

// Messages of PostgreSQL's wire protocol, version 3: type, length, payload.
const authenticationOk = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0])
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
