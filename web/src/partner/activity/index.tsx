import { useTexts } from '../../kit/texts/use-texts.ts'
import { Page } from '../../panel/page.tsx'
import { ErrorsByCause } from '../../partnership/activity/errors.tsx'
import { Requests } from '../../partnership/activity/requests.tsx'

/** The log of the requests. */
export function RequestsPage() {
  const { t } = useTexts('partner')
  return (
    <Page title={t('nav.requests')}>
      <Requests />
    </Page>
  )
}

/** The refused requests by cause. */
export function ErrorsPage() {
  const { t } = useTexts('partner')
  return (
    <Page title={t('nav.errors')} lead={t('errors.lead')}>
      <ErrorsByCause />
    </Page>
  )
}
