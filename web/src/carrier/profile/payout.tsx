import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type CarrierProfile, readCarrier, startPayoutSetup } from '#contract/app/carrier.ts'
import { call } from '../../kit/api.ts'
import { IconCircleCheck } from '../../kit/icons.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { IconBuildingBank } from '../icons.ts'

const payoutAnchor = 'payouts'

/** Setup of payouts, on the payment processor's page if it has one. */
export function PayoutSection({ profile }: { profile: CarrierProfile }) {
  const { t } = useTexts('carrier')
  const setUp = useMutation({
    mutationFn: () => call(startPayoutSetup, { body: { return_path: location.pathname } }),
    onSuccess: async ({ url }) => {
      if (url) return location.assign(url)
      await readAgain(readCarrier)
      notify({ text: t('payout.done') })
    },
  })
  return (
    <Section title={t('payout.title')} anchor={payoutAnchor}>
      <Stack gap="sm">
        <Refused error={setUp.error} />
        <Text role="status" className="app-with-icon">
          {profile.payouts_ready && <IconCircleCheck size={20} aria-hidden />}
          {profile.payouts_ready ? t('payout.ready') : t('payout.missing')}
        </Text>
        {!profile.payouts_ready && (
          <Button
            leftSection={<IconBuildingBank size={20} aria-hidden />}
            loading={setUp.isPending}
            onClick={() => setUp.mutate()}
          >
            {t('payout.act')}
          </Button>
        )}
      </Stack>
    </Section>
  )
}

const setting = 'lacks-payouts'

/** Until the profile has come, as it was the last time: the stored jobs must not move then. */
export function useLacksPayouts(profile: CarrierProfile | undefined): boolean {
  const lacks = profile ? !profile.payouts_ready : readSetting(setting) !== null
  useEffect(() => {
    if (profile) writeSetting(setting, lacks ? 'yes' : null)
  }, [profile, lacks])
  return lacks
}

/** Reminder above the jobs for carriers who can accept jobs but have not set up payouts. */
export function PayoutReminder() {
  const { t } = useTexts('carrier')
  return (
    <div className="dray-card carrier-reminder">
      <Text>{t('payout.short')}</Text>
      <Button variant="default" component={Link} to="/carrier/profile" hash={payoutAnchor}>
        {t('payout.act')}
      </Button>
    </div>
  )
}
