import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { csvLine } from '../../../lib/csv-line.ts'
import { byMember } from '../../../members/by-member.ts'
import type { Found, PageAt } from '../../../payments/queries/page.ts'
import { rateLimited } from '../../rate-headers.ts'
import type { MemberCaller } from '../caller.ts'
import { visitOf } from '../visit.ts'

export type FileNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

type FileCall = { caller: MemberCaller; request: FastifyRequest; reply: FastifyReply }

type Cell = string | number | null

type File<Row> = {
  /** Of the list, for the name of the file and the audit log. */
  name: string
  /** The heading and the cell of each column. */
  columns: Record<string, (row: Row) => Cell>
  /** A page of the list with its filters. */
  find: (at: PageAt) => Promise<Found<Row>>
}

/** Limit per member, for all lists of money: a file may read a whole table. */
const mostPerMinute = 6
const batch = 1_000

/** Sends every row of a list as CSV, a batch at a time, which is recorded first. */
export async function sendFile<Row>(
  { kysely, limiter }: FileNeeds,
  { caller, request, reply }: FileCall,
  file: File<Row>,
): Promise<Readable> {
  const decision = await limiter.take(`member:${caller.memberId}:money`, mostPerMinute)
  if (!decision.allowed) throw rateLimited(decision)
  const targets = [{ type: 'money' as const, id: file.name }]
  const event = { ...byMember(caller, visitOf(request)), act: 'money.export', targets }
  await kysely.transaction().execute((trx) => recordAudit(trx, event))
  reply.header('content-type', 'text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="dray-${file.name}.csv"`)
  return Readable.from(csv(file))
}

async function* csv<Row>({ columns, find }: File<Row>): AsyncGenerator<string> {
  // Spreadsheets read UTF-8 only after this mark.
  yield `\uFEFF${csvLine(Object.keys(columns))}`
  const cells = Object.values(columns)
  let before: string | undefined
  do {
    const { rows, next } = await find({ before, limit: batch })
    if (rows.length > 0) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('')
    before = next ?? undefined
  } while (before !== undefined)
}
