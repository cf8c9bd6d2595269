import { useTranslation } from 'react-i18next'
import { PanelLink, useAddress } from '../../panel/link.tsx'

const partnerTabs = ['keys', 'usage', 'requests', 'errors', 'funnel', 'people'] as const

/** The parts of a partner's page, as links. */
export function PartnerTabs({ partnerId }: { partnerId: string }) {
  const { t } = useTranslation('partners')
  const [{ tab = 'keys' }] = useAddress()
  return (
    <nav className="partner-tabs" aria-label={t('tabs.label')}>
      {partnerTabs.map((name) => (
        <PanelLink
          key={name}
          to={`/admin/partners/${partnerId}`}
          search={{ tab: name }}
          className={name === tab ? 'partner-tab-open' : ''}
        >
          {t(`tabs.${name}`)}
        </PanelLink>
      ))}
    </nav>
  )
}
