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

const shown = ['erasure', 'age', 'member', 'kept'] as const

const ends: Record<(typeof shown)[number], string> = {
  erasure: 'with the account, or with the data of the job',
  age: 'by its age, in a day or less for sign-ins and counters',
  member: 'with the member, when an owner removes them',
  kept: 'stays, for the accounts and the audit log',
}

const intro = `# Where personal data is

Made from \`test/support/personal-columns.ts\` by \`npm run gen\`. A test compares that list with the database, so that no text column is
forgotten, and another erases a person who has something in each of these columns. Why data ends when it does:
[decision 21](decisions/0021-personal-data-ends.md). Photos are files beside the database; they go with their rows.
`
