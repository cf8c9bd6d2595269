import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { readMe } from '#contract/app/account.ts'
import { InstallHint } from '../../kit/install-hint.tsx'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { CardsSection } from '../account/cards.tsx'
import { CarrierArea } from '../account/carrier-area.tsx'
import { DevicesSection } from '../account/devices.tsx'
import { LookSection } from '../account/look.tsx'
import { NotificationsSection } from '../account/notifications.tsx'
import { SignOut } from '../account/sign-out.tsx'
import { WalletSection } from '../account/wallet.tsx'
import { YouSection } from '../account/you.tsx'
import { YourDataSection } from '../account/your-data.tsx'
import { ReadFailed } from '../read-failed.tsx'
import '../app.css'

/** The account's settings: name, language, cards, wallet, devices. */
export function Account() {
  const { t } = useTranslation('account')
  const { data: me, error, refetch } = useQuery(reading(readMe, {}))
  return (
    <Shell title={t('title')} area="customer">
      {me ? (
        <Stack>
          <YouSection me={me} />
          <LookSection />
          <CardsSection />
          <WalletSection />
          <NotificationsSection />
          <DevicesSection />
          <CarrierArea me={me} />
          <YourDataSection />
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
