import { useTranslation } from 'react-i18next'
import type { TodayEntry } from '#contract/admin/today.ts'
import { problemKinds } from '#contract/vocabulary.ts'

/** What an entry costs, and its recorded cause. */
export function Cause({ entry: { kind, cause } }: { entry: TodayEntry }) {
  const { t } = useTranslation('today')
  const problem = problemKinds.find((each) => kind === 'problem_open' && each === cause)
  return (
    <span className="panel-today-cause">
      {t(`kinds.${kind}.cost`)} {problem ? <b>{t(`problems.${problem}`)}</b> : cause && <code>{cause}</code>}
    </span>
  )
}
