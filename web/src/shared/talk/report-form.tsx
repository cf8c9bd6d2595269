import { Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Message, readConversation, reportMessage } from '#contract/app/conversation.ts'
import { type MessageReportKind, messageReportKinds } from '#contract/message-vocabulary.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { timeOfDay } from '../../kit/when.ts'
import { KindField } from '../kind-field.tsx'
import { useSheetAct } from '../use-sheet-act.ts'
import { countingOperations } from './use-mark-read.ts'

type ReportFormProps = {
  jobId: string
  message: Message
  onBack: () => void
  /** The operator has the report; not called if the form was left before. */
  onReported: () => void
}

/** Reports a message of the other side to the operator (decision 71). */
export function ReportForm({ jobId, message, onBack, onReported }: ReportFormProps) {
  const { t } = useTexts('talk')
  const form = useRef<HTMLFormElement>(null)
  const [kind, setKind] = useState<MessageReportKind | ''>('')
  const [isMissing, setMissing] = useState(false)
  const { follow, isPending, error } = useSheetAct(onBack, t('report.later'))
  const focusFirst = () => form.current?.querySelector('input')?.focus()
  useEffect(focusFirst, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(!kind)
    if (!kind) return focusFirst()
    const params = { job_id: jobId, message_id: message.message_id }
    return follow(sendReliably(reportMessage, { params, body: { kind } }, jobId), {
      onDone: () => {
        void readAgain(readConversation, ...countingOperations)
        notify({ text: t('report.done') })
        if (form.current) onReported()
      },
    })
  }
  return (
    <form ref={form} onSubmit={submit} noValidate className="app-talk-report">
      <Stack>
        <Refused error={error}>{error}</Refused>
        <blockquote className="app-bubble app-bubble-text">
          {message.text ?? t('photo', { when: timeOfDay(message.sent_at) })}
        </blockquote>
        <KindField
          label={t('report.what')}
          kinds={messageReportKinds}
          wordsOf={(each) => t(`report.kinds.${each}`)}
          value={kind}
          onChange={setKind}
          missing={isMissing && t('report.missing')}
        />
        <Text size="sm">{t('report.lead')}</Text>
        <Button type="submit" size="lg" loading={isPending}>
          {t('report.act')}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t('report.back')}
        </Button>
      </Stack>
    </form>
  )
}
