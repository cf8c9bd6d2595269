import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The last link at some time: its place in the chain and its hash, in hexadecimal digits. */
export type Head = { position: number; hash: string }

export type ChainFault = {
  /**
   * `changed`: the event, or a link before it, was changed. `event_cut`: the event of the link is missing. `link_cut`:
   * links before this one are missing. `unlinked`: the event was written past the chain.
   */
  fault: 'changed' | 'event_cut' | 'link_cut' | 'unlinked'
  position: number | null
  event_id: number
}

type CheckedPart = { faults: ChainFault[]; links: number; head: Head; isEnd: boolean }

const start: Head = { position: 0, hash: '' }

/**
 * Checks the next links after `after` with their events. Computes the hashes here, to avoid trusting a changed function
 * of the database. After an error it continues from the stored hash, so each error is found separately.
 */
export async function checkPart(
  kysely: Kysely<Tables>,
  { after = start, limit }: { after?: Head; limit: number },
): Promise<CheckedPart> {
  const links = await readLinks(kysely, after.position, limit)
  const faults: ChainFault[] = []
  let head = after
  for (const { position, event_id, hash, content } of links) {
    const fault = faultOf({ position, hash, content }, head)
    if (fault) faults.push({ fault, position, event_id })
    head = { position, hash }
  }
  const isEnd = links.length < limit
  faults.push(...(await findUnlinked(kysely, links, { after: after.position, isEnd })))
  return { faults, links: links.length, head, isEnd }
}

type Link = Head & { event_id: number; content: string | null }

function faultOf({ position, hash, content }: Omit<Link, 'event_id'>, before: Head) {
  if (position !== before.position + 1) return 'link_cut'
  if (content === null) return 'event_cut'
  const expected = createHash('sha256').update(Buffer.from(before.hash, 'hex')).update(content).digest('hex')
  return hash === expected ? null : 'changed'
}

/** The same hash as the trigger of migration 52. */
const content = sql`jsonb_build_array(e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), e.actor_type,
  e.actor_id, e.actor_name, e.actor_role, e.act, e.targets, e.reason, e.changes, e.correlation_id)::text`

async function readLinks(kysely: Kysely<Tables>, after: number, limit: number): Promise<Link[]> {
  const { rows } = await sql<Link>`
    select l.position, l.event_id, encode(l.hash, 'hex') as hash,
      case when e.id is not null then ${content} end as content
    from audit_link l left join audit_event e on e.id = l.event_id
    where l.position > ${after} order by l.position limit ${limit}`.execute(kysely)
  return rows
}

const maxUnlinked = 100

/**
 * Events without a link, from the event of the previous link on, to avoid skipping ids between two parts. An inserted
 * event may have any id. An event and its link are committed together, so one statement sees both or neither.
 */
async function findUnlinked(
  kysely: Kysely<Tables>,
  links: Link[],
  { after, isEnd }: { after: number; isEnd: boolean },
): Promise<ChainFault[]> {
  const ids = links.map(({ event_id }) => event_id)
  const [from, to] = [minOf(ids), maxOf(ids)]
  const { rows } = await sql<{ event_id: number }>`
    select e.id as event_id from audit_event e
    where (${after === 0} or e.id >= least(${from}::bigint, (select event_id from audit_link where position = ${after})))
      and (${isEnd} or e.id <= ${to}::bigint)
      and not exists (select from audit_link l where l.event_id = e.id) order by e.id limit ${maxUnlinked}`.execute(
    kysely,
  )
  return rows.map(({ event_id }) => ({ fault: 'unlinked', position: null, event_id }))
}

const minOf = (ids: number[]): number | null => ids.reduce<number | null>((a, b) => Math.min(a ?? b, b), null)
const maxOf = (ids: number[]): number | null => ids.reduce<number | null>((a, b) => Math.max(a ?? b, b), null)

/** Returns the hashes of the links at these places; places missing in the chain are left out. */
export async function readHashes(
  kysely: Kysely<Tables>,
  positions: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<Head>`
    select position, encode(hash, 'hex') as hash from audit_link
    where position = any(${positions}::bigint[])`.execute(kysely)
  return new Map(rows.map(({ position, hash }) => [position, hash]))
}

/** Returns the last link, or the beginning of an empty chain. */
export async function readLastHead(kysely: Kysely<Tables>): Promise<Head> {
  const { rows } = await sql<Head>`
    select position, encode(hash, 'hex') as hash from audit_link order by position desc limit 1`.execute(
    kysely,
  )
  return rows[0] ?? start
}

type Verified = { links: number; head: Head; faults: ChainFault[] }

const batch = 5_000

/** Limit of the list: with this many errors the log is unusable. */
const maxFaults = 1_000

/** Checks the whole chain, in parts. */
export async function verifyChain(kysely: Kysely<Tables>): Promise<Verified> {
  const verified: Verified = { links: 0, head: { position: 0, hash: '' }, faults: [] }
  for (;;) {
    const part = await checkPart(kysely, { after: verified.head, limit: batch })
    verified.links += part.links
    verified.head = part.head
    verified.faults.push(...part.faults)
    if (part.isEnd || verified.faults.length >= maxFaults) return verified
  }
}

/** Checks the newest links only, which takes less than a second. */
export async function verifyNewest(kysely: Kysely<Tables>, count: number): Promise<Verified> {
  const { position } = await readLastHead(kysely)
  const before = position - count
  // Without the link before it, the first one counts as changed.
  const after = before > 0 ? await headAt(kysely, before) : null
  // New links may be added meanwhile.
  const part = await checkPart(kysely, { ...(after && { after }), limit: count + 1_000 })
  return { links: part.links, head: part.head, faults: part.faults }
}

const headAt = async (kysely: Kysely<Tables>, position: number): Promise<Head> => ({
  position,
  hash: (await readHashes(kysely, [position])).get(position) ?? '',
})
