import type { Kysely } from 'kysely'
import type { Tables } from '../../server/db/tables.ts'
import { newId } from '../../server/lib/ids.ts'
import { startMemberSession } from '../../server/members/session-store.ts'
import { pathOf } from '../../test/support/staff.ts'
import type { Read } from './read.ts'

/** A signed-in owner of the operator and an admin of a partner, in one browser with a separate address. */
export type Caller = { ask: (read: Read) => Promise<Answer> }

/** `rows`: how many the first list of the response has; null if it has no list. */
export type Answer = { status: number; rows: number | null }

type Needs = { kysely: Kysely<Tables>; url: string; baseUrl: string; partnerId: string }

/** As many callers as there are rounds: some reads are limited per member and minute, all of them per address. */
export async function openCallers(needs: Needs, count: number): Promise<Caller[]> {
  const callers: Caller[] = []
  for (let number = 1; number <= count; number++) callers.push(await openCaller(needs, number))
  return callers
}

async function openCaller({ kysely, url, baseUrl, partnerId }: Needs, number: number): Promise<Caller> {
  const staff = await signIn(kysely, { partnerId: null, role: 'owner' })
  const member = await signIn(kysely, { partnerId, role: 'admin' })
  const headers = {
    cookie: `dray_staff=${staff}; dray_member=${member}`,
    origin: baseUrl,
    'x-forwarded-for': `2001:db8:${number.toString(16)}::1`,
  }
  return { ask: (read) => ask(url, headers, read) }
}

async function signIn(
  kysely: Kysely<Tables>,
  { partnerId, role }: { partnerId: string | null; role: 'owner' | 'admin' },
): Promise<string> {
  const member = { id: newId(), partner_id: partnerId, role, name: 'Bench', language: 'en' as const }
  await kysely.insertInto('member').values(member).execute()
  return (await startMemberSession(kysely, { memberId: member.id, device: 'bench' })).token
}

/** Bytes after which the first rows of a file have come: its heading comes before they are read. */
const firstRows = 2_000

async function ask(
  url: string,
  headers: Record<string, string>,
  { operation, body, params = {}, query = {} }: Read,
): Promise<Answer> {
  const response = await fetch(url + pathOf(operation, { params, query }), {
    method: operation.method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if ('downloads' in operation) {
    await readSome(response)
    return { status: response.status, rows: null }
  }
  const answered = (await response.json()) as Record<string, unknown>
  const list = Object.values(answered).find((member) => Array.isArray(member))
  return { status: response.status, rows: list ? (list as unknown[]).length : null }
}

async function readSome({ body }: Response): Promise<void> {
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    // Leaving the loop cancels the rest of the response.
    if (bytes >= firstRows) return
  }
}
