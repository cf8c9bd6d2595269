import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { AuditAct } from '#contract/audit-acts.ts'
import type { AuditTarget } from '../../db/audit.ts'
import { type Column, csvOf } from '../../lib/csv.ts'
import { allPages, type Page, type Paging } from '../../lib/page.ts'
import type { Words } from '../../lib/shown-words.ts'
import type { MemberCaller } from '../mount.ts'
import { sendFile } from '../responses/send-file.ts'
import { type RecordExportNeeds, recordExport } from './record-export.ts'
import { shownWords, wordsOfFile } from './sees-phones.ts'

type ListOperation = { query: TObject; params?: TObject }
type QueryOf<O extends ListOperation> = Static<O['query']>
type ParamsOf<O extends ListOperation> = O extends { params: infer Params extends TObject }
  ? Static<Params>
  : undefined

type Listing<O extends ListOperation, Needs, Member extends string, Row, Shown> = {
  /** The member of the response that has the rows. */
  member: Member
  /** @throws Problem when the owner of the rows does not exist. */
  admit?: (needs: Needs, params: ParamsOf<O>) => Promise<unknown>
  find: (needs: Needs, query: QueryOf<O> & Paging, params: ParamsOf<O>) => Promise<Page<Row>>
  /** The rows for this member; `words` masks phones in texts if the member must not see them. */
  present: (
    rows: Row[],
    reader: { needs: Needs; caller: MemberCaller; words: Words },
  ) => Shown[] | Promise<Shown[]>
  file: {
    name: string
    columns: readonly Column<Shown>[]
    /** The audit event, recorded before the file is read. */
    act: AuditAct
    targets: (params: ParamsOf<O>) => AuditTarget[]
    /** Limit of files per member; files with the same `of` are counted together. */
    limit: { of: string; perMinute: number }
    /** The query of the file has `with_phones`. */
    choosesPhones?: true
  }
}

type ListCall<O extends ListOperation> = { caller: MemberCaller; params: ParamsOf<O>; query: QueryOf<O> }
type ExportCall<O extends ListOperation> = {
  caller: MemberCaller
  params: ParamsOf<O>
  query: Omit<QueryOf<O>, keyof Paging> & { with_phones?: boolean; format?: 'csv' | 'ndjson' }
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * The handlers of a list: one page, and a CSV export of all filtered rows, which is recorded first. The operation of
 * the page is a type argument, separate from the inferred ones.
 */
export const listing =
  <O extends ListOperation, Needs extends RecordExportNeeds>() =>
  <Member extends string, Row, Shown>({
    member,
    admit,
    find,
    present,
    file: { name, columns, act, targets, limit, choosesPhones },
  }: Listing<O, Needs, Member, Row, Shown>) => ({
    list:
      (needs: Needs) =>
      async ({ caller, params, query }: ListCall<O>) => {
        await admit?.(needs, params)
        const { rows, next } = await find(needs, query, params)
        const shown = { [member]: await present(rows, { needs, caller, words: shownWords(caller) }) }
        return { ...(shown as Record<Member, Shown[]>), next }
      },
    export:
      (needs: Needs) =>
      async ({ caller, params, query, request, reply }: ExportCall<O>) => {
        const { with_phones: withPhones = false, format = 'csv', ...filters } = query
        const words = choosesPhones ? wordsOfFile(caller, withPhones) : shownWords(caller)
        await admit?.(needs, params)
        const event = { act, targets: targets(params), limit, ...(choosesPhones && { withPhones }) }
        await recordExport(needs, { caller, request }, event)
        const pages = allPages(async (at) => {
          const { rows, next } = await find(needs, { ...(filters as QueryOf<O>), ...at }, params)
          return { rows: await present(rows, { needs, caller, words }), next }
        })
        const parts = format === 'csv' ? csvOf(columns, pages) : ndjsonOf(pages)
        return sendFile(reply, { name: `dray-${name}`, type: format, parts })
      },
  })

async function* ndjsonOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  for await (const rows of pages) yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}
