import { Button, Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SideThread } from '#contract/app/conversation.ts'
import type { Threads } from '#contract/app/job-parts.ts'
import { IconMessage } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../section.tsx'
import { UnreadMark } from './unread-mark.tsx'

const TalkSheet = lazy(() => import('./talk-sheet.tsx').then((file) => ({ default: file.TalkSheet })))

/** An answer that the device has stored before there were messages has none. */
export type TalkingJob = { job_id: string; messages?: Threads }

type TalkProps = { job: TalkingJob; side: 'customer' | 'carrier'; name: string | null | undefined }

/**
 * The messages of a job, for both sides (decision 71): with the other side, and with the operator about a report. The
 * address of a notice opens one of them.
 *
 * @param name of the other person; null if it is not known.
 */
export function Talk({ job, side, name = null }: TalkProps) {
  const { t } = useTexts('talk')
  const { shown, isOpen, open, close } = useOpenThread()
  const { together = unused, operator = unused } = job.messages ?? {}
  if (!isUsed(together) && !isUsed(operator)) return null
  return (
    <Section title={t('title')}>
      <Stack gap="sm">
        {isUsed(together) && (
          <Button
            variant="default"
            leftSection={<IconMessage size={20} aria-hidden />}
            rightSection={<UnreadMark count={together.unread} />}
            onClick={() => open('together')}
          >
            {name === null ? t(`unnamed.${side}.with`) : t(`with.${side}`, { name })}
          </Button>
        )}
        {isUsed(operator) && (
          <Button
            variant="default"
            leftSection={<IconMessage size={20} aria-hidden />}
            rightSection={<UnreadMark count={operator.unread} />}
            onClick={() => open('operator')}
          >
            {t(operator.open ? 'withTeam' : 'readTeam')}
          </Button>
        )}
      </Stack>
      {shown && (
        <Suspense fallback={null}>
          <TalkSheet
            key={shown}
            job={job}
            thread={shown}
            side={side}
            name={name}
            isOpen={isOpen}
            onClose={close}
            onReported={() => open('operator')}
          />
        </Suspense>
      )}
    </Section>
  )
}

const unused: Threads['together'] = { open: false, unread: 0, count: 0 }

const isUsed = ({ open, count }: Threads['together']): boolean => open || count > 0

/** Hashes of the addresses of notices (`server/push/messages.ts`). */
const hashes: Record<string, SideThread> = { '#messages': 'together', '#messages-operator': 'operator' }

/** The sheet stays mounted once it was open, so the focus returns to its button. */
function useOpenThread() {
  const [shown, setShown] = useState<SideThread | undefined>(() => hashes[location.hash])
  const [isOpen, setOpen] = useState(shown !== undefined)
  useEffect(() => {
    const follow = () => {
      const thread = hashes[location.hash]
      if (!thread) return
      setShown(thread)
      setOpen(true)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const open = (thread: SideThread) => {
    setShown(thread)
    setOpen(true)
  }
  const close = () => {
    if (hashes[location.hash]) history.replaceState(history.state, '', location.pathname + location.search)
    setOpen(false)
  }
  return { shown, isOpen, open, close }
}
