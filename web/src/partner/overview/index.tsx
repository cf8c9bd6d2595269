import { useTexts } from '../../kit/texts/use-texts.ts'
import { Page } from '../../panel/page.tsx'
import { Funnel } from '../../partnership/activity/funnel.tsx'
import { Usage } from '../../partnership/activity/usage.tsx'
import { useMe } from '../session/me.ts'
import { Limits } from './limits.tsx'

/** The first page: the current limits, the funnel of the jobs, and the usage. */
export function Overview() {
  const { t } = useTexts('partner')
  const { t: partners } = useTexts('partners')
  const { company_name: name } = useMe()
  return (
    <Page title={t('nav.overview')} lead={t('overview.lead', { name })}>
      <Limits />
      <section className="panel-below" aria-labelledby="funnel">
        <h2 id="funnel">{partners('funnel.title')}</h2>
        <Funnel />
      </section>
      <section className="panel-below" aria-labelledby="usage">
        <h2 id="usage">{partners('usage.title')}</h2>
        <Usage />
      </section>
    </Page>
  )
}
