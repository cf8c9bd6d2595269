import type { Evidence } from './history.ts'
import { judgeCreates } from './rules/creates.ts'
import { judgeKeys } from './rules/keys.ts'
import { judgeLives } from './rules/lives.ts'
import { judgeMoney } from './rules/money.ts'
import { judgeTexts } from './rules/texts.ts'
import { judgeWindows } from './rules/windows.ts'

/** @returns what the history has broken of what Dray promises; empty if nothing. */
export const judge = (evidence: Evidence): string[] => [
  ...evidence.breaches,
  ...judgeCreates(evidence),
  ...judgeLives(evidence),
  ...judgeMoney(evidence),
  ...judgeTexts(evidence),
  ...judgeWindows(evidence),
  ...judgeKeys(evidence),
]
