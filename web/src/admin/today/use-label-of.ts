import type { TodayEntry } from '#contract/admin/today.ts'
import { useShownCode } from '../use-shown-code.ts'

/** The subject of an entry for reading: the checks of the ledger have names in every language. */
export function useLabelOf(): (entry: Pick<TodayEntry, 'kind' | 'label'>) => string | null {
  const shownCode = useShownCode()
  return ({ kind, label }) => (kind === 'ledger_unbalanced' && label ? shownCode(label) : label)
}
