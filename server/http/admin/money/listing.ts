import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Static, TObject } from 'typebox'
import type { Tables } from '../../../db/tables.ts'
import { type Column, csvOf } from '../../../lib/csv.ts'
import { allPages, type Page, type Paging } from '../../../lib/page.ts'
import type { Words } from '../../../lib/shown-words.ts'
import type { MemberCaller } from '../../mount.ts'
import { sendFile } from '../../responses/send-file.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { shownWords, wordsOfFile } from '../sees-phones.ts'

type Listing<Query, Member extends string, Row, Shown> = {
  /** For the name of the file and the audit log. */
  name: string
  /** The member of the answer that has the rows. */
  member: Member
  find: (kysely: Kysely<Tables>, query: Query & Paging) => Promise<Page<Row>>
  present: (row: Row, words: Words) => Shown
  /** Of the file. */
  columns: readonly Column<Shown>[]
}

type ListCall<Query> = { caller: MemberCaller; query: Query }
type ExportCall<Query> = {
  caller: MemberCaller
  query: Omit<Query, keyof Paging> & { with_phones?: boolean }
  request: FastifyRequest
  reply: FastifyReply
}

/** All lists together: enough for each of the six once with masked and once with whole phones. */
const maxPerMinute = 12

/**
 * The handlers of a list of money: a page of it, and every row as CSV, which is recorded first. The operation of the page
 * is a type argument, so it is given apart from those that the compiler finds.
 */
export const listing =
  <O extends { query: TObject }>() =>
  <Member extends string, Row, Shown>({
    name,
    member,
    find,
    present,
    columns,
  }: Listing<Static<O['query']>, Member, Row, Shown>) => {
    type Query = Static<O['query']>
    return {
      list:
        ({ kysely }: { kysely: Kysely<Tables> }) =>
        async ({ caller, query }: ListCall<Query>) => {
          const { rows, next } = await find(kysely, query)
          const words = shownWords(caller)
          const shown = { [member]: rows.map((row) => present(row, words)) }
          return { ...(shown as Record<Member, Shown[]>), next }
        },
      export:
        (needs: RecordExportNeeds) =>
        async ({ caller, query, request, reply }: ExportCall<Query>) => {
          const { with_phones: withPhones = false, ...filters } = query
          const words = wordsOfFile(caller, withPhones)
          await recordExport(
            needs,
            { caller, request },
            {
              act: 'money.export',
              targets: [{ type: 'money', id: name }],
              limit: { of: 'money', perMinute: maxPerMinute },
              withPhones,
            },
          )
          const pages = allPages(async (at) => {
            const { rows, next } = await find(needs.kysely, { ...(filters as Query), ...at })
            return { rows: rows.map((row) => present(row, words)), next }
          })
          return sendFile(reply, { name: `dray-${name}`, type: 'csv', parts: csvOf(columns, pages) })
        },
    }
  }
