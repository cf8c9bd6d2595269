import { Button, Modal, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { readToday, snoozeEntry, type TodayEntry } from '#contract/admin/today.ts'
import { ApiError, call } from '../../kit/api.ts'
import { useOperationForm } from '../../kit/form.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { keyOf } from './urgency.ts'
import { Wake } from './wake.tsx'

type SnoozeDialogProps = {
  entry: TodayEntry | null
  onClose: () => void
  /** Called with the key of the entry before it leaves the list. */
  onPutOff: (key: string) => void
}

/** Puts an entry off, with a reason. */
export function SnoozeDialog({ entry, onClose, onPutOff }: SnoozeDialogProps) {
  const { t } = useTranslation('today')
  const what = entry ? t(`kinds.${entry.kind}.title`) : ''
  return (
    <Modal opened={entry !== null} onClose={onClose} title={t('snooze.title', { what })} {...useDialog()}>
      {entry && <SnoozeForm entry={entry} onDone={onClose} onPutOff={onPutOff} />}
    </Modal>
  )
}

type SnoozeFormProps = { entry: TodayEntry; onDone: () => void; onPutOff: (key: string) => void }

const choices = ['1', '4', '24', '72', '168'] as const

function SnoozeForm({ entry: { kind, subject_id }, onDone, onPutOff }: SnoozeFormProps) {
  const { t } = useTranslation('today')
  const form = useOperationForm(snoozeEntry.body, { kind, subject_id, hours: '4', reason: '' })
  const snooze = useQuietAct({
    act: ({ hours, reason }: typeof form.values) =>
      call(snoozeEntry, { body: { kind, subject_id, hours: Number(hours), reason } }),
    onDone: async ({ until }) => {
      notify({ text: withUndo(t('snooze.done', { when: dayAndTime(until) }), { kind, subject_id }) })
      onDone()
      onPutOff(keyOf({ kind, subject_id }))
      await readAgain(readToday)
    },
  })
  const submit = form.onSubmit((values) =>
    snooze.mutate(values, { onError: (error) => void (error instanceof ApiError && form.refuse(error)) }),
  )
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{t('snooze.text')}</Text>
        <Refusal error={snooze.error} />
        <SegmentedControl
          fullWidth
          aria-label={t('snooze.hours')}
          data={choices.map((value) => ({ value, label: t(`snooze.for.${value}`) }))}
          {...form.getInputProps('hours')}
        />
        <TextInput
          data-autofocus
          label={t('snooze.reason')}
          description={t('snooze.reasonHelp')}
          autoComplete="off"
          {...limitsOf(snoozeEntry.body, 'reason')}
          {...form.getInputProps('reason')}
        />
        <Button type="submit" loading={snooze.isPending}>
          {t('snooze.act')}
        </Button>
      </Stack>
    </form>
  )
}

/** The toast of an entry that was put off. */
const withUndo = (text: string, { kind, subject_id }: Pick<TodayEntry, 'kind' | 'subject_id'>) => [
  `${text} `,
  <Wake key="undo" kind={kind} subjectId={subject_id} />,
]
