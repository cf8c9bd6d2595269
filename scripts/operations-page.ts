import type { Operation } from '#contract/operation.ts'
import { apis } from '../server/http/apis.ts'

/** Text of `docs/operations.txt`: a line for each operation, so a change of an API is a short diff for review. */
export const operationsPage = (): string =>
  Object.values(apis)
    .map(({ operations }) => `${operations.map(lineOf).join('\n')}\n`)
    .join('\n')

const lineOf = ({ method, url, operationId, access, stepUp, answers }: Operation): string =>
  [
    method.padEnd(6),
    url,
    operationId,
    stepUp ? `${access}+proof` : access,
    Object.keys(answers).join(','),
  ].join('  ')
