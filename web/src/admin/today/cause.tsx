import { useTranslation } from 'react-i18next'
import type { TodayEntry } from '#contract/admin/today.ts'
import { documentKinds, problemKinds } from '#contract/vocabulary.ts'

/** What an entry costs, and its recorded cause. */
export function Cause({ entry: { kind, cause } }: { entry: TodayEntry }) {
  const { t } = useTranslation('today')
  const document = documentKinds.find((each) => kind.startsWith('document_') && each === cause)
  const problem = problemKinds.find((each) => kind === 'problem_open' && each === cause)
  const words = problem ? t(`problems.${problem}`) : document && t(`documents.${document}`)
  return (
    <span className="panel-today-cause">
      {t(`kinds.${kind}.cost`)} {words ? <b>{words}</b> : cause && <code>{cause}</code>}
    </span>
  )
}
