import { useQuery } from '@tanstack/react-query'
import { readMyAlerts, testAlertWebhook } from '#contract/admin/alerts.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Page } from '../../panel/page.tsx'
import { Section } from '../../panel/section.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { AddressSection } from './address.tsx'
import { BrowserSection } from './browser.tsx'
import { KindsSection } from './kinds.tsx'
import { TestAlert } from './test-alert.tsx'

/** How the signed-in member is told of red entries of *Today*. */
export function Alerts() {
  const { t } = useTexts('today')
  const me = useMe()
  const { data, error, refetch } = useQuery(reading(readMyAlerts, {}))
  return (
    <Page title={t('alerts.title')} lead={t('alerts.lead')} isNarrow>
      {data ? (
        <>
          <BrowserSection push={data.push} />
          {data.mail.available && <AddressSection mail={data.mail} />}
          {data.webhook && mayCall(me, testAlertWebhook) && (
            <Section title={t('alerts.webhook')} text={t('alerts.webhookText')}>
              <TestAlert channel="webhook" />
            </Section>
          )}
          <KindsSection kinds={data.kinds} hasMail={data.mail.available} />
        </>
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
