import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { allPages } from '../../../lib/all-pages.ts'
import { type Column, csvOf } from '../../../lib/csv.ts'
import type { Page, Paging } from '../../../lib/page.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { MemberCaller } from '../../callers.ts'
import { sendFile } from '../../responses/send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { wordsOfFile } from '../sees-phones.ts'

type Call = { caller: MemberCaller; request: FastifyRequest; reply: FastifyReply }

type List<Row, Shown> = {
  /** For the name of the file and the audit log. */
  name: string
  withPhones: boolean | undefined
  columns: readonly Column<Shown>[]
  /** A page of the list with its filters. */
  find: (at: Paging) => Promise<Page<Row>>
  present: (row: Row, words: Words) => Shown
}

/** All lists together: enough for each of the six once with masked and once with whole phones. */
const mostPerMinute = 12

/** Sends every row of a list of money as CSV, which is recorded first. */
export async function exportList<Row, Shown>(
  needs: RecordExportNeeds,
  { caller, request, reply }: Call,
  { name, withPhones = false, columns, find, present }: List<Row, Shown>,
): Promise<Readable> {
  const words = wordsOfFile(caller, withPhones)
  await recordExport(
    needs,
    { caller, request },
    {
      act: 'money.export',
      targets: [{ type: 'money', id: name }],
      limit: { of: 'money', perMinute: mostPerMinute },
      withPhones,
    },
  )
  const pages = allPages(async (at) => {
    const { rows, next } = await find(at)
    return { rows: rows.map((row) => present(row, words)), next }
  })
  return sendFile(reply, { name: `dray-${name}`, type: 'csv', parts: csvOf(columns, pages) })
}
