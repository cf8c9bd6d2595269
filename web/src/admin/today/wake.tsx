import { readToday, wakeEntry } from '#contract/admin/today.ts'
import type { TodayKind } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAct } from '../../panel/use-act.ts'

/** In the toast of a snoozed entry: shows it again. */
export function Wake({ kind, subjectId }: { kind: TodayKind; subjectId: string }) {
  const { t } = useTexts('today')
  const wake = useAct({
    act: () => call(wakeEntry, { body: { kind, subject_id: subjectId } }),
    onDone: () => {
      notify({ text: t('snooze.woken') })
      return readAgain(readToday)
    },
  })
  return (
    <button type="button" className="today-undo" disabled={wake.isPending} onClick={() => wake.mutate()}>
      {t('snooze.undo')}
    </button>
  )
}
