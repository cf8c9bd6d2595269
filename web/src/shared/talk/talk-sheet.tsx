import { Modal, Text } from '@mantine/core'
import { useMediaQuery, useMounted } from '@mantine/hooks'
import { useRef, useState } from 'react'
import type { Message, SideThread } from '#contract/app/conversation.ts'
import { useOnline } from '../../kit/online.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useCloseButton } from '../close-button.ts'
import { PartFailed } from '../part-failed.tsx'
import { Composer } from './composer.tsx'
import { MessageLog } from './message-log.tsx'
import { ReportForm } from './report-form.tsx'
import type { TalkingJob } from './talk.tsx'
import { useConversation } from './use-conversation.ts'
import { useMarkRead } from './use-mark-read.ts'
import { useOutgoing } from './use-outgoing.ts'
import './talk.css'

export type TalkSheetProps = {
  job: TalkingJob
  thread: SideThread
  side: 'customer' | 'carrier'
  /** Of the other person; null if it is not known. */
  name: string | null
  isOpen: boolean
  onClose: () => void
  /** A message was reported: the thread with the operator is open. */
  onReported: () => void
}

/** One thread: its messages, and a field to write, or the form to report one. The whole screen of a phone. */
export function TalkSheet(props: TalkSheetProps) {
  const { job, thread, side, name, isOpen, onClose, onReported } = props
  const { t } = useTexts('talk')
  const closeButton = useCloseButton()
  const isSmall = useMediaQuery('(max-width: 40rem), (max-height: 32rem)', false, {
    getInitialValueInEffect: false,
  })
  // It opens after its first render, so that it notes which button to give the focus back to.
  const isReady = useMounted()
  const { reporting, report, back } = useReporting()
  return (
    <Modal
      opened={isOpen && isReady}
      onClose={onClose}
      title={reporting ? t('report.open') : t(`heading.${thread}`, { name: name ?? t(`names.${side}`) })}
      closeButtonProps={closeButton}
      fullScreen={isSmall}
      classNames={{ content: 'app-talk', body: 'app-talk-body' }}
    >
      {/* It stays mounted, so the view stays at the message. */}
      <div className="app-talk-thread" hidden={reporting !== null}>
        <Thread {...props} onReport={report} />
      </div>
      {reporting && (
        <ReportForm jobId={job.job_id} message={reporting} onBack={back} onReported={onReported} />
      )}
    </Modal>
  )
}

/** The message that is being reported. The focus goes back to its button. */
function useReporting() {
  const [reporting, setReporting] = useState<Message | null>(null)
  const opener = useRef<Element | null>(null)
  const report = (message: Message) => {
    opener.current = document.activeElement
    setReporting(message)
  }
  const back = () => {
    setReporting(null)
    // After the thread is shown again.
    setTimeout(() => opener.current instanceof HTMLElement && opener.current.focus())
  }
  return { reporting, report, back }
}

type ThreadProps = TalkSheetProps & { onReport: (message: Message) => void }

function Thread({ job, thread, side, name, onReport }: ThreadProps) {
  const { t } = useTexts('talk')
  const isOnline = useOnline()
  const about = { jobId: job.job_id, thread }
  const conversation = useConversation(about)
  const { messages, isLoaded, error } = conversation
  const outgoing = useOutgoing(about, messages)
  useMarkRead({ ...about, side, messages })
  // Without a connection nothing was loaded: what is written is queued.
  const isClosed = isLoaded && !conversation.isOpen
  return (
    <>
      {!isOnline && (
        <Text size="sm" className="app-talk-note" role="status">
          {t('offline')}
        </Text>
      )}
      {error && isOnline && !isLoaded ? (
        <PartFailed error={error} onRetry={conversation.retry} />
      ) : !isLoaded && isOnline ? (
        <Loading rows={4} />
      ) : (
        <MessageLog {...{ side, name, thread, conversation, outgoing, onReport }} />
      )}
      {isClosed ? (
        <Text className="app-talk-note" role="status">
          {t(`closed.${thread}`)}
        </Text>
      ) : (
        <>
          {conversation.endsAt && (
            <Text size="sm" c="dimmed" className="app-talk-note">
              {t('ends', { when: dayAndTime(conversation.endsAt) })}
            </Text>
          )}
          <Composer
            about={about}
            onText={outgoing.sendText}
            onPhoto={(file) => void outgoing.sendPhoto(file)}
          />
        </>
      )}
    </>
  )
}
