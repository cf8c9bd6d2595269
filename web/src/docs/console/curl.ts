import type { Operation } from '#contract/operation.ts'

/** The request as a command, with a placeholder for the key. */
export const curlOf = ({ url }: Operation, body: object): string =>
  [
    `curl -sS ${location.origin}${url} \\`,
    "  -H 'X-API-Key: YOUR_TEST_KEY' \\",
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", String.raw`'\''`).replaceAll('\n', '\n  ')}'`,
  ].join('\n')
