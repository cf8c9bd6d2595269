import { columns, type Ending } from '../test/support/personal-columns.ts'

/**
 * Text of `docs/personal-data.md`: the columns of `test/support/personal-columns.ts` that hold personal data, as
 * Markdown.
 */
export function personalDataPage(): string {
  const lines = Object.entries(columns).flatMap(([table, endings]) =>
    shown.flatMap((ending) =>
      ((endings as Partial<Record<Ending, string[]>>)[ending] ?? []).map(
        (column) => `| \`${table}.${column}\` | ${ends[ending]} |`,
      ),
    ),
  )
  return `${intro}\n| Column | Ends |\n| --- | --- |\n${lines.join('\n')}\n`
}

const shown = ['erasure', 'age', 'way', 'member', 'kept'] as const

const ends: Record<(typeof shown)[number], string> = {
  erasure: 'with the account, or with the data of the job',
  age: 'by its age, in a day or less for sign-ins and counters',
  way: 'with the delivery, or with the end of the job; in no backup',
  member: 'with the member, when an owner removes them',
  kept: 'stays, for the accounts and the audit log',
}

const intro = `# Where personal data is

Made from \`test/support/personal-columns.ts\` by \`npm run gen\`. A test compares that list with the database, so that no text column is
forgotten, and another erases a person who has something in each of these columns. Why data ends when it does:
[decision 21](decisions/0021-personal-data-ends.md). Photos are files beside the database; they go with their rows.
The position of a carrier on the way is numbers, in \`carrier_position\`, and goes with the delivery ([decision 74](decisions/0074-on-the-way.md)). The middle of
a saved area is numbers too, in \`carrier_area\`, and goes with the account ([decision 82](decisions/0082-a-feed-that-is-searched.md)).
The browser of a person keeps saved jobs, at most seven days, and what is not sent yet, with its photos: until it is sent, at most seven days after the session ended, and the
person can delete it at the sign-out ([decision 7](decisions/0007-codes-and-sessions.md#a-device-that-several-people-use)).
`
