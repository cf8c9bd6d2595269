import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import { IconPackage } from '../../kit/icons.ts'
import { InstallHint } from '../../kit/install-hint.tsx'
import { notify } from '../../kit/notices.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { LookSection } from '../../shared/account/look.tsx'
import { SignOut } from '../../shared/account/sign-out.tsx'
import { Section } from '../../shared/section.tsx'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { CustomerRating } from '../customer-rating.tsx'
import { DocumentsSection } from '../documents/index.tsx'
import { IconDevices, IconUserCog } from '../icons.ts'
import { SeenByCustomers } from '../photos/seen-by-customers.tsx'
import { useSignUp } from '../photos/use-sign-up.ts'
import { TaxDataSection } from '../tax-data/index.tsx'
import { ApprovalStatus } from './approval-status.tsx'
import { ProfileForm } from './form.tsx'
import { NotificationsSection } from './notifications.tsx'
import { PayoutSection } from './payout.tsx'

/** The carrier's status and settings. */
export function Profile() {
  const { t } = useTexts('carrier')
  const { data: profile, error, refetch } = useProfile()
  return (
    <AreaShell title={t('title.profile')}>
      {profile ? (
        <Known profile={profile} />
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </AreaShell>
  )
}

function Known({ profile }: { profile: CarrierProfile }) {
  const { t } = useTexts(['carrier', 'kit'])
  // Until the setting is known, the plate is left as it is.
  const plate = useSignUp().data?.rule ?? 'off'
  const showSaved = ({ status }: CarrierProfile) => {
    const waitsAgain = profile.status === 'approved' && status === 'pending'
    notify({ text: waitsAgain ? t('profile.pendingAgain') : t('profile.saved') })
  }
  return (
    <Stack>
      {(profile.status === 'rejected' || profile.status === 'suspended') && (
        <ApprovalStatus profile={profile} />
      )}
      <Record profile={profile} />
      <SeenByCustomers profile={profile} />
      <ProfileForm initial={profile} plate={plate} action={t('kit:save')} onSaved={showSaved} />
      <DocumentsSection />
      <PayoutSection profile={profile} />
      <TaxDataSection />
      <NotificationsSection />
      <LookSection />
      <Section title={t('profile.account')}>
        <Stack gap="sm">
          <Button
            variant="default"
            component={Link}
            to="/app/account"
            leftSection={<IconDevices size={20} aria-hidden />}
          >
            {t('profile.devices')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/app"
            leftSection={<IconPackage size={20} aria-hidden />}
          >
            {t('profile.customer')}
          </Button>
          <Button
            variant="default"
            component={Link}
            to="/app/account"
            hash="data"
            leftSection={<IconUserCog size={20} aria-hidden />}
          >
            {t('profile.data')}
          </Button>
        </Stack>
      </Section>
      <InstallHint />
      <SignOut back="/carrier" />
    </Stack>
  )
}

/** Rating by customers, and number of strikes. */
function Record({ profile }: { profile: CarrierProfile }) {
  const { t } = useTexts('carrier')
  return (
    <dl className="carrier-sums">
      <div className="dray-card">
        <dt>{t('profile.rating')}</dt>
        <dd {...(profile.rating.average !== null && { className: 'carrier-sum' })}>
          {profile.rating.average === null ? (
            t('profile.noRating')
          ) : (
            <CustomerRating rating={profile.rating} />
          )}
        </dd>
      </div>
      <div className="dray-card">
        <dt>{t('profile.strikes')}</dt>
        <dd className="carrier-sum">{t('profile.strikesOf', { count: profile.strikes })}</dd>
      </div>
    </dl>
  )
}
