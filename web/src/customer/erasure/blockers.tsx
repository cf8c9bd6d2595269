import { Button, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Erasure, Me } from '#contract/app/account.ts'
import { SupportLink } from '../../kit/company-links.tsx'
import { IconAlertCircle } from '../../kit/icons.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'

type Blocker = Erasure['blockers'][number]
type BlockersProps = { blockers: Blocker[]; me: Me; isReading: boolean; onReadAgain: () => void }

/** What blocks the deletion, each with a link to the screen where it can be ended. */
export function Blockers({ blockers, me, isReading, onReadAgain }: BlockersProps) {
  const { t } = useTexts('account')
  const hasOpenJobs = blockers.some(({ reason }) => reason === 'open_jobs')
  // Hides `payments` beside `open_jobs`: these holds end with their jobs, not within minutes as that text says.
  const shown = blockers.filter(({ reason }) => !(hasOpenJobs && reason === 'payments'))
  return (
    <Section title={t('erasure.blockedTitle')}>
      <Stack>
        {shown.map((blocker) => (
          <OneBlocker key={blocker.reason} blocker={blocker} isCarrier={me.carrier_status !== null} />
        ))}
        <Button variant="subtle" loading={isReading} onClick={onReadAgain}>
          {t('erasure.readAgain')}
        </Button>
      </Stack>
    </Section>
  )
}

function OneBlocker({ blocker, isCarrier }: { blocker: Blocker; isCarrier: boolean }) {
  const { t } = useTexts('account')
  const { reason, count, cents } = blocker
  const way = wayTo(reason, isCarrier)
  return (
    <div>
      <Text className="app-with-icon">
        <IconAlertCircle size={20} aria-hidden />
        <span>
          {t(`erasure.blocked.${reason}`, { count: count ?? 0, amount: money(cents ?? 0) })}{' '}
          {(reason === 'wallet' || reason === 'earnings') && <SupportLink />}
        </span>
      </Text>
      {way && (
        <Button variant="default" mt="xs" component={Link} to={way.to} {...(way.hash && { hash: way.hash })}>
          {t(`erasure.way.${way.name}`)}
        </Button>
      )}
    </div>
  )
}

type Way = { to: string; hash?: string; name: 'jobs' | 'carried' | 'wallet' | 'earnings' }

function wayTo(reason: Blocker['reason'], isCarrier: boolean): Way | null {
  const jobs: Way = { to: '/app', name: 'jobs' }
  const carried: Way = { to: '/carrier/jobs', name: 'carried' }
  if (reason === 'open_jobs') return jobs
  if (reason === 'deliveries') return carried
  if (reason === 'problems') return isCarrier ? carried : jobs
  if (reason === 'wallet') return { to: '/app/account', hash: 'wallet', name: 'wallet' }
  if (reason === 'earnings') return { to: '/carrier/earnings', name: 'earnings' }
  return null
}
