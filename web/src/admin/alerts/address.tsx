import {
  askMyAlertAddress,
  confirmMyAlertAddress,
  type MyAlerts,
  removeMyAlertAddress,
} from '#contract/admin/alerts.ts'
import { call } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../panel/section.tsx'
import { MailAddress } from '../../shared/mail-address.tsx'
import { showAlerts } from './show-alerts.ts'
import { TestAlert } from './test-alert.tsx'

/** The mail address for alerts. */
export function AddressSection({ mail }: { mail: MyAlerts['mail'] }) {
  const { t } = useTexts(['today', 'account'])
  const words = { text: t('alerts.mailText'), goesTo: t('alerts.mailGoesTo') }
  return (
    <Section title={t('account:mail.title')}>
      <div className="alerts-body">
        <MailAddress mail={mail} acts={acts} words={words} />
      </div>
      {mail.address && <TestAlert channel="mail" canSend={!mail.failing_since} />}
    </Section>
  )
}

const acts = {
  ask: async (body: { address: string }) => showAlerts(await call(askMyAlertAddress, { body })),
  confirm: async (body: { code: string }) => showAlerts(await call(confirmMyAlertAddress, { body })),
  remove: async () => showAlerts(await call(removeMyAlertAddress, {})),
}
