import { adminOperations } from '#contract/admin/index.ts'
import { appOperations } from '#contract/app/index.ts'
import type { Operation } from '#contract/operation.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { type PartnerRole, partnerRoles, staffRoles } from '#contract/vocabulary.ts'
import { type AuthorityRow, askers, authority } from '../test/authority/app.ts'
import type { MemberRow } from '../test/authority/members.ts'
import { panelAuthority } from '../test/authority/panel.ts'
import { type PartnerRow, partnerAuthority } from '../test/authority/partner-pages.ts'

/** Text of `docs/authority.md`: the tables of `test/authority/` as Markdown. */
export const authorityPage = (): string =>
  [
    intro,
    appIntro,
    sections<Operation, AuthorityRow>(appOperations, rowsOfApp, {
      About: ({ about }) => about,
      ...Object.fromEntries(askers.map((asker) => [asker, ({ answers }: AuthorityRow) => answers[asker]])),
    }),
    panelIntro,
    sections(adminOperations, panelAuthority, columnsOf(staffRoles)),
    partnerIntro,
    sections(partnerPanelOperations, partnerAuthority, {
      ...columnsOf<PartnerRole, PartnerRow>(partnerRoles),
      foreign: ({ foreign }) => foreign ?? '',
      'partner suspended': ({ partnerSuspended }) => partnerSuspended,
      viewing: ({ viewing }) => viewing,
    }),
  ].join('\n')

const rowsOfApp = ({ operationId }: Operation): readonly AuthorityRow[] =>
  authority[operationId as keyof typeof authority] ?? []

type Columns<Row> = Record<string, (row: Row) => string>

const columnsOf = <Role extends string, Row extends MemberRow<Role> = MemberRow<Role>>(
  roles: readonly Role[],
): Columns<Row> => ({
  About: ({ about }) => about,
  outsiders: ({ outsider }) => outsider,
  suspended: ({ suspended }) => suspended,
  ...Object.fromEntries(roles.map((role) => [role, ({ roles: said }: Row) => said[role]])),
  'old proof': ({ unproved }) => unproved,
  another: ({ another }) => another ?? '',
})

/** One table for each part of the API: the operations whose paths begin equally. */
function sections<O extends Operation, Row>(
  operations: readonly O[],
  rowsOf: (operation: O) => readonly Row[],
  columns: Columns<Row>,
): string {
  const head = ['Operation', 'Call', ...Object.keys(columns)]
  const cells = ({ operationId, method, url }: O, row: Row) => [
    `\`${operationId}\``,
    `${method} ${url}`,
    ...Object.values(columns).map((cell) => cell(row)),
  ]
  return [...Map.groupBy(operations, partOf)]
    .map(([part, some]) => {
      const rows = some.flatMap((operation) => rowsOf(operation).map((row) => line(cells(operation, row))))
      return [`### ${part}`, '', line(head), line(head.map(() => '---')), ...rows, ''].join('\n')
    })
    .join('\n')
}

/** `/admin/v1/tariffs/:tariff_id` belongs to `tariffs`; what needs no session is one part. */
const partOf = ({ url, access }: Operation): string =>
  access === 'anyone' ? 'Getting in and out' : (url.split('/')[3] ?? '')

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const intro = `# Who may do what

Made from \`test/authority/\` by \`npm run gen\`. The tests \`test/spec/authority-*.test.ts\` ask for every cell over HTTP with
real accounts, members and objects, and see that a refused call changes no row. A good status alone means: done. What
belongs to another person is answered as if it did not exist. What a partner key may do is in
[the partner guide](guide/en/start.md).
`

const appIntro = `## The app

Who asks:

- **nobody**: no session.
- **partner key**: an \`X-API-Key\` that is good for the partner API, that of the partner of the job included. The app API takes none.
- **suspended**: the owner of the object of the call, suspended by the operator. Only the suspension can be the reason.
- **customer**, **other customer**: an account that has not signed up as a carrier, and another one.
- **carrier**, **other carrier**: approved by the operator. The job of the table is that of the first, not of the other.
- **pending carrier**: signed up and waiting for the operator. Carriers whom the operator has rejected or suspended get the same.
`

const panelIntro = `## The panel

Who asks:

- **outsiders**: nobody, a customer, a carrier, a partner's key, and the people of a partner with any role. None of their
  sessions, cookies or keys counts here.
- **suspended**: an owner who was suspended, with a session from before.
- **viewer**, **staff**, **owner**: members of staff with that role and a fresh proof.
- **old proof**: an owner whose last proof of who they are is over ten minutes old.
- **another**: an owner, about what belongs to another member; empty where everything belongs to all members.
`

const partnerIntro = `## The partner's own pages

Who asks:

- **outsiders**: nobody, a customer, a carrier, the partner's key, and members of the operator's staff with any role. None of
  their sessions, cookies or keys counts here.
- **suspended**: an admin who was suspended, with a session from before.
- **viewer**, **developer**, **admin**: members of the partner with that role and a fresh proof.
- **old proof**: an admin whose last proof of who they are is over ten minutes old.
- **another**: another admin of the partner, about what belongs to one member; empty where everything belongs to all.
- **foreign**: an admin of another partner, about what the path names; empty where it names nothing, because the session
  alone says of which partner everything is shown.
- **partner suspended**: an admin whose partner the operator has suspended.
- **viewing**: a member of the operator's staff who views the pages.
`
