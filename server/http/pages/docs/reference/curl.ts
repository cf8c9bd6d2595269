import type { Operation } from '#contract/operation.ts'
import type { Shown } from './members.ts'

/** The request of an operation as a command; `{base_url}` and the key are filled in where it is shown. */
export function curlOf({ method, url, params, body, example }: Operation): string {
  const path = url.replace(/:(\w+)/g, (_, name: string) => String(sampleOf(params?.properties[name])))
  const isUsual = method === (body ? 'POST' : 'GET')
  const lines = [
    `curl -sS ${isUsual ? '' : `-X ${method} `}{base_url}${path}`,
    "-H 'X-API-Key: YOUR_TEST_KEY'",
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${quoted(shownBody(example))}'`] : []),
  ]
  return lines.join(' \\\n  ')
}

export const shownBody = (example: object | undefined): string => JSON.stringify(example ?? {}, null, 2)

/** The value of a member that the contract shows. */
const sampleOf = (schema: Shown | undefined): unknown => schema?.examples?.[0] ?? ''

const quoted = (json: string): string => json.replaceAll("'", String.raw`'\''`).replaceAll('\n', '\n  ')
