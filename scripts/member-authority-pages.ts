import { panelAuthority } from '#contract/admin/authority.ts'
import { adminOperations } from '#contract/admin/index.ts'
import type { MemberRow } from '#contract/member-authority.ts'
import type { Operation } from '#contract/operation.ts'
import { type PartnerRow, partnerAuthority } from '#contract/partner-panel/authority.ts'
import { partnerPanelOperations } from '#contract/partner-panel/index.ts'
import { type PartnerRole, partnerRoles, staffRoles } from '#contract/vocabulary.ts'

/** Text of `docs/authority-panel.md`: what `contract/admin/authority.ts` derives, as Markdown. */
export const authorityPanelPage = (): string =>
  `${panelIntro}\n${sections(adminOperations, panelAuthority, columnsOf(staffRoles))}`

/** Text of `docs/authority-partner.md`: what `contract/partner-panel/authority.ts` derives. */
export const authorityPartnerPage = (): string =>
  `${partnerIntro}\n${sections(partnerPanelOperations, partnerAuthority, {
    ...columnsOf<PartnerRole, PartnerRow>(partnerRoles),
    foreign: ({ foreign }) => foreign ?? '',
    'partner suspended': ({ partnerSuspended }) => partnerSuspended,
    viewing: ({ viewing }) => viewing,
  })}`

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
      return [`## ${part}`, '', line(head), line(head.map(() => '---')), ...rows, ''].join('\n')
    })
    .join('\n')
}

/** `/admin/v1/tariffs/:tariff_id` belongs to `tariffs`; what needs no session is one part. */
const partOf = ({ url, access }: Operation): string =>
  access === 'anyone' ? 'Getting in and out' : (url.split('/')[3] ?? '')

const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const panelIntro = `# Who may do what in the panel

Made from \`contract/admin/authority.ts\` by \`npm run gen\`; \`test/spec/authority-panel.test.ts\` holds every cell of it over
HTTP, and that a refused call changes no row. The app API has [its own page](authority.md).

Who asks:

- **outsiders**: nobody, a customer, a carrier, a partner's key, and the people of a partner with any role. None of their
  sessions, cookies or keys counts here.
- **suspended**: an owner who was suspended, with a session from before.
- **viewer**, **staff**, **owner**: members of staff with that role and a fresh proof.
- **old proof**: an owner whose last proof of who they are is over ten minutes old.
- **another**: an owner, about what belongs to another member; empty where everything belongs to all members.

A good status alone means: done.
`

const partnerIntro = `# Who may do what on the partner's own pages

Made from \`contract/partner-panel/authority.ts\` by \`npm run gen\`; \`test/spec/authority-partner.test.ts\` holds every cell
of it over HTTP, and that a refused call changes no row. The panel has [its own page](authority-panel.md).

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

A good status alone means: done.
`
