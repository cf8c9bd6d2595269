import { askers, authority } from '#contract/app/authority.ts'
import { appOperations } from '#contract/app/index.ts'

/** Text of `docs/authority.md`: the table of `contract/app/authority.ts` as Markdown. */
export function authorityPage(): string {
  return `${intro}\n${table()}`
}

function table(): string {
  const lines = appOperations.flatMap(({ operationId, method, url }) =>
    (authority[operationId as keyof typeof authority] ?? []).map(({ about, answers }) =>
      row([`\`${operationId}\``, `${method} ${url}`, about, ...askers.map((asker) => answers[asker])]),
    ),
  )
  const head = ['Operation', 'Call', 'About', ...askers]
  return `${[row(head), row(head.map(() => '---')), ...lines].join('\n')}\n`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

const intro = `# Who may do what

Made from \`contract/app/authority.ts\` by \`npm run gen\`; \`test/spec/authority-matrix.test.ts\` holds every cell of it over
HTTP. It is about the app API; what a partner key may do is in [the partner guide](guide/en/start.md).

Who asks:

- **nobody**: no session.
- **partner key**: an \`X-API-Key\` that is good for the partner API, that of the partner the job came from included. The app
  API takes none.
- **suspended**: the owner of what the call is about, suspended by the operator. Nothing but the suspension speaks
  against them.
- **customer**, **other customer**: an account that has not signed up as a carrier. What belongs to the customer is the
  own of the one and somebody else's of the other.
- **carrier**, **other carrier**: approved by the operator. The job of the table is the one's, not the other's; neither
  is its customer.
- **pending carrier**: signed up and waiting for the operator. Those the operator has rejected or suspended as carriers
  are answered the same.

A good status alone means: done, for oneself. Whatever belongs to somebody else is answered as if it did not exist.
`
