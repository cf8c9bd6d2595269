import { Alert, Stack, Text } from '@mantine/core'
import { ApiError } from '../../kit/api.ts'
import { useMe } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { ApprovalStatus } from '../profile/approval-status.tsx'
import { ProfileForm } from '../profile/form.tsx'

/** Sign-up as a carrier; the operator then has to approve it. */
export function SignUp() {
  const { t } = useTexts('carrier')
  const me = useMe()
  const { data: profile, error, refetch } = useProfile()
  const isNew = error instanceof ApiError && error.code === 'not_a_carrier'
  if (profile && profile.status !== 'rejected')
    return (
      <AreaShell title={t('title.account')}>
        <ApprovalStatus profile={profile} />
      </AreaShell>
    )
  return (
    <Shell title={t('title.signUp')} back="/app/account">
      {profile ? (
        <Stack>
          <Text>{t('status.rejectedText')}</Text>
          {profile.status_reason && (
            <Alert color="red" title={t('status.reason')}>
              {profile.status_reason}
            </Alert>
          )}
          <ProfileForm initial={profile} action={t('signUp.again')} onSaved={toTop} />
        </Stack>
      ) : isNew && me ? (
        <Stack>
          <Text>{t('signUp.lead')}</Text>
          <ProfileForm initial={me.name ? { name: me.name } : {}} action={t('signUp.act')} onSaved={toTop} />
        </Stack>
      ) : error && !isNew ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Shell>
  )
}

const toTop = () => scrollTo(0, 0)
