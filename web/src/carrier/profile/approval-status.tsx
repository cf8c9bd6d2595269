import { Alert, Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import { SupportLink } from '../../kit/company-links.tsx'
import { IconCircleCheck } from '../../kit/icons.ts'
import { useNewsChannel } from '../../kit/news-channel.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconHourglass, IconUserExclamation, IconUserOff } from '../icons.ts'
import { NotificationsSection } from './notifications.tsx'

/** Only a new carrier has steps here: the feed must not load them. */
const PendingSteps = lazy(() =>
  import('../sign-up/pending-steps.tsx').then((file) => ({ default: file.PendingSteps })),
)

const icons = {
  pending: IconHourglass,
  rejected: IconUserExclamation,
  suspended: IconUserOff,
  approved: IconCircleCheck,
}

/** Approval status of the carrier, its reason, and what the carrier can do. */
export function ApprovalStatus({ profile }: { profile: CarrierProfile }) {
  const { t } = useTexts('carrier')
  const { status, status_reason: reason } = profile
  const Icon = icons[status]
  const news = t(`status.news.${useNewsChannel('carrier_approved')}`)
  return (
    <Stack>
      <div className="dray-state" role="status">
        <Icon size={48} aria-hidden />
        <h2>{t(`status.${status}Title`)}</h2>
        {status !== 'approved' && <p>{t(`status.${status}Text`, { news })}</p>}
        {status === 'suspended' && <SupportLink />}
      </div>
      {reason && (
        <Alert color="red" title={t('status.reason')}>
          {reason}
        </Alert>
      )}
      <NextStep status={status} />
      {status === 'pending' && (
        <>
          <Suspense fallback={<Loading rows={4} />}>
            <PendingSteps />
          </Suspense>
          <NotificationsSection />
          <Button variant="default" component={Link} to="/carrier/profile">
            {t('status.edit')}
          </Button>
        </>
      )}
    </Stack>
  )
}

function NextStep({ status }: { status: CarrierProfile['status'] }) {
  const { t } = useTexts('carrier')
  if (status === 'rejected')
    return (
      <Button component={Link} to="/carrier/sign-up">
        {t('status.edit')}
      </Button>
    )
  if (status === 'suspended')
    return (
      <Button component={Link} to="/carrier/jobs">
        {t('status.myJobs')}
      </Button>
    )
  if (status === 'approved')
    return (
      <Button component={Link} to="/carrier">
        {t('status.toFeed')}
      </Button>
    )
  return null
}
