import { SegmentedControl } from '@mantine/core'
import { readToday, snoozeEntry, type TodayEntry } from '#contract/admin/today.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { AskedDialog, type TitledAct } from '../../panel/act-dialog.tsx'
import { keyOf } from './urgency.ts'
import { Wake } from './wake.tsx'

type SnoozeDialogProps = {
  entry: TodayEntry | null
  onClose: () => void
  /** Callback with the key of the entry before it leaves the list. */
  onPutOff: (key: string) => void
}

/** Snoozes an entry, with a reason. */
export function SnoozeDialog({ entry, onClose, onPutOff }: SnoozeDialogProps) {
  const { t } = useTexts('today')
  const asked: TitledAct<Values> | null = entry && {
    title: t('snooze.title', { what: t(`kinds.${entry.kind}.title`) }),
    text: t('snooze.text'),
    reason: { isFocused: true },
    act: t('snooze.act'),
    body: snoozeEntry.body,
    initial: { kind: entry.kind, subject_id: entry.subject_id, hours: '4', reason: '' },
    renderFields: (form) => (
      <SegmentedControl
        fullWidth
        aria-label={t('snooze.hours')}
        data={choices.map((value) => ({ value, label: t(`snooze.for.${value}`) }))}
        {...form.getInputProps('hours')}
      />
    ),
    send: async ({ hours, reason, ...of }) => {
      const { until } = await call(snoozeEntry, { body: { ...of, hours: Number(hours), reason } })
      notify({ text: withUndo(t('snooze.done', { when: dayAndTime(until) }), of) })
      onPutOff(keyOf(of))
      void readAgain(readToday)
    },
  }
  return <AskedDialog asked={asked} onClose={onClose} />
}

type Values = Pick<TodayEntry, 'kind' | 'subject_id'> & { hours: string; reason: string }

const choices = ['1', '4', '24', '72', '168'] as const

/** The toast of a snoozed entry. */
const withUndo = (text: string, { kind, subject_id }: Pick<TodayEntry, 'kind' | 'subject_id'>) => [
  `${text} `,
  <Wake key="undo" kind={kind} subjectId={subject_id} />,
]
