import { once } from 'node:events'
import net from 'node:net'
import type { AdminError } from '#contract/admin/common.ts'
import type { TestDray } from './dray.ts'
import { type AdminInput, origin, type PanelOperation, pathOf, type Staff } from './staff.ts'
import { until } from './until.ts'

export type HeldRequest = {
  /** Sends the body. @returns the status, with the code of an error. */
  finish: () => Promise<string>
}

/** Sends a request without its body, and waits until the admission has let it in. */
export async function holdBody<const O extends PanelOperation>(
  app: TestDray,
  staff: Staff,
  { operation, input }: { operation: O; input: AdminInput<O> },
): Promise<HeldRequest> {
  const { params, body } = input as { params?: Record<string, string>; body?: unknown }
  const text = JSON.stringify(body)
  // The admission then records the use, which tells that it is over.
  await setLastSeen(app, staff)
  const socket = net.connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => {})
  let received = ''
  socket.setEncoding('utf8').on('data', (part: string) => (received += part))
  const lines = [
    `${operation.method} ${pathOf(operation, params ? { params } : {})} HTTP/1.1`,
    'Host: dray',
    `Origin: ${origin}`,
    `Cookie: ${[...staff.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await until('the request is let in', () => wasSeen(app, staff))
  return {
    async finish() {
      const closed = once(socket, 'close')
      socket.write(text)
      await closed
      const status = received.split(' ')[1] ?? ''
      if (Number(status) < 400) return status
      return `${status} ${(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))) as AdminError).error}`
    },
  }
}

const setLastSeen = ({ db }: TestDray, { memberId }: Staff) =>
  db.pool.query(
    `update member_session set last_seen_at = now() - interval '6 minutes' where member_id = $1`,
    [memberId],
  )

async function wasSeen({ db }: TestDray, { memberId }: Staff): Promise<boolean> {
  const { rowCount } = await db.pool.query(
    `select from member_session where member_id = $1 and last_seen_at > now() - interval '5 minutes'`,
    [memberId],
  )
  return (rowCount ?? 0) > 0
}
