import { readToday, wakeEntry } from '#contract/admin/today.ts'
import type { TodayKind } from '#contract/vocabulary.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAct } from '../../panel/use-act.ts'

type WakeProps = { kind: TodayKind; subjectId: string }

/** Shows a snoozed entry again. */
export function useWake({ kind, subjectId }: WakeProps) {
  const { t } = useTexts('today')
  return useAct({
    act: () => call(wakeEntry, { body: { kind, subject_id: subjectId } }),
    onDone: () => {
      notify({ text: t('snooze.woken') })
      return readAgain(readToday)
    },
  })
}

/** The undo button in the toast of a snoozed entry. */
export function Wake(props: WakeProps) {
  const { t } = useTexts('today')
  const wake = useWake(props)
  return (
    <button type="button" className="today-undo" disabled={wake.isPending} onClick={() => wake.mutate()}>
      {t('snooze.undo')}
    </button>
  )
}
