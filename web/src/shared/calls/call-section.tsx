import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { IconMessage, IconPhone } from '../../kit/icons.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { ShownNumber } from '../job/shown-number.tsx'
import type { CallSender } from './call-sender.ts'

type CallProps<Job> = {
  jobId: string
  /** Of the other person; null if it is not known. */
  name: string | null
  /** A job that an earlier version of the app has saved for offline use has none. */
  way: 'direct' | 'masked' | 'none' | undefined
  phone: string | null
  /** Calling is then not the first thing to do. */
  isOver?: boolean
  sender: CallSender<Job>
  remember: (job: Job) => void
}

/** Calls the other side: the number written out, to call or to copy; a masked one has to be asked for first. */
export function CallSection<Job>({
  jobId,
  name,
  way = 'direct',
  phone,
  isOver = false,
  sender,
  remember,
}: CallProps<Job>) {
  const words = useCallWords(name)
  const { t } = useTexts('calls')
  const { ask, isAsking, error } = useAsk({ jobId, sender, remember })
  if (way === 'masked' && phone === null)
    return (
      <Stack gap="xs">
        <Refused error={error} />
        <Button leftSection={<IconPhone size={20} aria-hidden />} loading={isAsking} onClick={ask}>
          {words('ask')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('why')}
        </Text>
      </Stack>
    )
  if (phone === null) return <Text c="dimmed">{t('over')}</Text>
  return (
    <Stack gap="xs">
      <ShownNumber phone={phone} />
      <Group gap="xs" grow preventGrowOverflow={false}>
        <Button
          component="a"
          href={`tel:${phone}`}
          variant={isOver ? 'default' : 'filled'}
          leftSection={<IconPhone size={20} aria-hidden />}
        >
          {words('call')}
        </Button>
        {way === 'direct' && (
          <Button
            component="a"
            href={`sms:${phone}`}
            variant="default"
            leftSection={<IconMessage size={20} aria-hidden />}
          >
            {words('message')}
          </Button>
        )}
      </Group>
      {way === 'masked' && (
        <Text size="sm" c="dimmed">
          {t('why')}
        </Text>
      )}
    </Stack>
  )
}

/** What the buttons of a call say: whom, if the name is known. */
export function useCallWords(name: string | null) {
  const { t } = useTexts('calls')
  return (act: 'call' | 'message' | 'ask'): string => (name === null ? t(`unnamed.${act}`) : t(act, { name }))
}

type Asking<Job> = Pick<CallProps<Job>, 'jobId' | 'sender' | 'remember'>

function useAsk<Job>({ jobId, sender, remember }: Asking<Job>) {
  const [isAsking, setAsking] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const ask = () => {
    setAsking(true)
    setError(null)
    sender
      .send(jobId)
      .then(remember, setError)
      .finally(() => setAsking(false))
  }
  return { ask, isAsking, error }
}
