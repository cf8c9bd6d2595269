import assert from 'node:assert/strict'
import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { ensureDatabase } from './client.ts'

/* A stand-in that speaks as little of the protocol as a connection and one statement need. */
const [authenticated, ready, done] = [
  Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]),
  Buffer.from([0x5a, 0, 0, 0, 5, 0x49]),
  Buffer.from('C\0\0\0\rSELECT 1\0', 'latin1'),
]

const sockets: Socket[] = []
const server = net.createServer((socket) => {
  sockets.push(socket)
  socket.on('error', () => {})
  // The first connection is accepted and never answered, as by a PostgreSQL on a busy machine.
  if (sockets.length === 1) return
  socket.once('data', () => {
    socket.write(Buffer.concat([authenticated, ready]))
    socket.on('data', (message) => message[0] === 0x51 && socket.write(Buffer.concat([done, ready])))
  })
})
after(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a PostgreSQL that is too slow to accept a connection is asked again', async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const connection = { host: '127.0.0.1', port, user: 'app', database: 'app', ssl: false }
  assert.equal(await ensureDatabase(connection), 'ok')
  assert.equal(sockets.length, 2)
})
