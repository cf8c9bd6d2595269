import net from 'node:net'
import { after, test } from 'node:test'
import { changeStaffMe } from '#contract/admin/own-access.ts'
import { startDray } from '../support/dray.ts'
import { joinAsOwner, origin } from '../support/staff.ts'
import { until } from '../support/until.ts'

/* DESIGN 6 promise 9: a bounded share for each sender; strangers cannot use up that of members. */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('slow sign-ins from the address of the office leave its members their room', async () => {
  const owner = await joinAsOwner(app)
  let refused = 0
  // Without a length 64 KiB are reserved, of the 512 KiB of an address.
  const sockets = Array.from({ length: 10 }, () => {
    const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', (part) => void (refused += part.includes('HTTP/1.1 503') ? 1 : 0))
    const lines = ['POST /admin/v1/sign-in/password HTTP/1.1', 'Host: dray', `Origin: ${origin}`]
    const typed = [...lines, 'Content-Type: application/json', 'Transfer-Encoding: chunked']
    socket.write(`${typed.join('\r\n')}\r\n\r\n1\r\n{\r\n`)
    return socket
  })
  await until('strangers have all that they get', () => refused === 2)
  await owner.ok(changeStaffMe, { body: { name: 'Olga' } })
  for (const socket of sockets) socket.destroy()
})
