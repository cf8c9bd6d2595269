import { type RawBuilder, sql } from 'kysely'
import type { AccountData } from '#contract/app/data.ts'

/** The person whose data is exported; `phone` is null once the account is erased. */
export type Subject = { accountId: string; phone: string | null }

/** Names of the document's list members. */
type ListName = {
  [Name in keyof AccountData]: AccountData[Name] extends unknown[] ? Name : never
}[keyof AccountData]

type ItemOf<Name extends ListName> = AccountData[Name] extends (infer Item)[] ? Item : never

/** The SQL of each member of an item. */
type Members<Item> = { [Name in keyof Item]: RawBuilder<unknown> }

/** One list of the document: its rows, the unique column they are sorted by, and the SQL of each item. */
export type Section = {
  name: ListName
  key: RawBuilder<unknown>
  item: RawBuilder<unknown>
  rows: RawBuilder<unknown>
}

type SectionParts<Name extends ListName> = {
  key: RawBuilder<unknown>
  item: Members<ItemOf<Name>>
  /** `from … where …`; the query of a page adds conditions. */
  rows: RawBuilder<unknown>
}

export const section = <Name extends ListName>(
  name: Name,
  { key, item, rows }: SectionParts<Name>,
): Section => ({
  name,
  key,
  rows,
  item: object(item),
})

/** A JSON object; keeps the order of the members. */
export const object = (members: Record<string, RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql`json_build_object(${sql.join(Object.entries(members).flatMap(([name, value]) => [sql.lit(name), value]))})`

/** All rows of a small list inside an item; `order` is the sort column. */
export const listOf = (
  item: Record<string, RawBuilder<unknown>>,
  { rows, order }: { rows: RawBuilder<unknown>; order: RawBuilder<unknown> },
): RawBuilder<unknown> => sql`(select coalesce(json_agg(${object(item)} order by ${order}), '[]') ${rows})`

/** Formats an instant in UTC, like every instant in the API. */
export const utc = (column: string): RawBuilder<unknown> =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export const ref = (column: string): RawBuilder<unknown> => sql.ref(column)

/** Columns of a table under their own names. */
export const refs = <Name extends string>(
  table: string,
  names: readonly Name[],
): Record<Name, RawBuilder<unknown>> =>
  Object.fromEntries(names.map((name) => [name, ref(`${table}.${name}`)])) as Record<
    Name,
    RawBuilder<unknown>
  >

/** Like `refs`, but for instants (`utc`). */
export const utcs = <Name extends string>(
  table: string,
  names: readonly Name[],
): Record<Name, RawBuilder<unknown>> =>
  Object.fromEntries(names.map((name) => [name, utc(`${table}.${name}`)])) as Record<
    Name,
    RawBuilder<unknown>
  >
