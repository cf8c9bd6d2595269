import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { readMe } from '#contract/app/account.ts'
import { InstallHint } from '../../kit/install-hint.tsx'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { LookSection } from '../../shared/account/look.tsx'
import { SignOut } from '../../shared/account/sign-out.tsx'
import { ReadFailed } from '../../shared/read-failed.tsx'
import { CardsSection } from './cards.tsx'
import { CarrierArea } from './carrier-area.tsx'
import { DevicesSection } from './devices.tsx'
import { MailSection } from './mail.tsx'
import { NotificationsSection } from './notifications.tsx'
import { ReceiptsSection } from './receipts.tsx'
import { TermsSection } from './terms.tsx'
import { WalletSection } from './wallet.tsx'
import { YouSection } from './you.tsx'
import { YourDataSection } from './your-data.tsx'
import '../../shared/app.css'
import '../customer.css'

/** The account's settings: name, language, cards, wallet, devices. */
export function Account() {
  const { t } = useTexts('account')
  const { data: me, error, refetch } = useQuery(reading(readMe, {}))
  return (
    <Shell title={t('title')} area="customer">
      {me ? (
        <Stack>
          <YouSection me={me} />
          <LookSection />
          <CardsSection />
          <WalletSection />
          <ReceiptsSection />
          <MailSection />
          <NotificationsSection />
          <DevicesSection />
          <CarrierArea me={me} />
          <YourDataSection />
          <TermsSection me={me} />
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
