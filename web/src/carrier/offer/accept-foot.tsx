import { Button, Stack, Text } from '@mantine/core'
import type { FeedJob } from '#contract/app/job.ts'
import { money } from '../../kit/money.ts'
import { useOnline } from '../../kit/online.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { useAccept } from '../feed/use-accept.ts'

type AcceptFootProps = ReturnType<typeof useAccept> & { job: FeedJob }

/** Accept button of an offer, at the bottom of the screen. */
export function AcceptFoot({ job, accept, state, refusal }: AcceptFootProps) {
  const { t } = useTexts('carrier')
  const online = useOnline()
  const statusText = {
    idle: online ? null : t('offer.needsLine'),
    asking: t('offer.accepting'),
    later: t('offer.sendingLater'),
  }[state]
  return (
    <Stack gap="xs">
      {/* `error` shows and focuses it; the children are its text. */}
      <Refused error={refusal}>{refusal}</Refused>
      <div role="status">{statusText && <Text size="sm">{statusText}</Text>}</div>
      <Button
        size="lg"
        fullWidth
        disabled={!online && state === 'idle'}
        loading={state !== 'idle'}
        onClick={accept}
      >
        {t('offer.accept', { earns: money(job.earns_cents) })}
      </Button>
    </Stack>
  )
}
