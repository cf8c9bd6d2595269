import { Button, Stack } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readMe } from '#contract/app/account.ts'
import { InstallHint } from '../../kit/install-hint.tsx'
import { notify } from '../../kit/notices.tsx'
import { reading } from '../../kit/query-client.ts'
import { leave } from '../../kit/session.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading, useErrorText } from '../../kit/states.tsx'
import { CardsSection } from '../account/cards.tsx'
import { CarrierArea } from '../account/carrier-area.tsx'
import { DevicesSection } from '../account/devices.tsx'
import { forgetPerson } from '../account/forget-person.ts'
import { LookSection } from '../account/look.tsx'
import { NotificationsSection } from '../account/notifications.tsx'
import { WalletSection } from '../account/wallet.tsx'
import { YouSection } from '../account/you.tsx'
import { ReadFailed } from '../read-failed.tsx'
import '../app.css'

/** Everything about oneself: name, language, cards, wallet, devices. */
export function Account() {
  const { t } = useTranslation('app')
  const { data: me, error, refetch } = useQuery(reading(readMe, {}))
  return (
    <Shell title={t('account.title')} area="customer">
      {me ? (
        <Stack>
          <YouSection me={me} />
          <LookSection />
          <CardsSection />
          <WalletSection />
          <NotificationsSection />
          <DevicesSection />
          <CarrierArea me={me} />
          <InstallHint />
          <SignOut />
        </Stack>
      ) : error ? (
        <ReadFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={4} />
      )}
    </Shell>
  )
}

function SignOut() {
  const { t } = useTranslation('app')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const signOut = () => {
    setLeaving(true)
    leave()
      .then(
        () => {
          forgetPerson()
          return navigate({ to: '/app/sign-in' })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setLeaving(false))
  }
  return (
    <Button
      variant="default"
      leftSection={<IconLogout size={20} aria-hidden />}
      loading={isLeaving}
      onClick={signOut}
    >
      {t('account.signOut')}
    </Button>
  )
}
