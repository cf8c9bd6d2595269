import './health.css'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { Tabs } from '../../panel/tabs.tsx'
import { DoctorTab } from './doctor.tsx'
import { OverviewTab } from './overview.tsx'
import { ProvidersTab } from './providers.tsx'
import { SettingsTab } from './settings.tsx'
import { TextsTab } from './texts.tsx'

const tabs = ['overview', 'providers', 'doctor', 'settings', 'texts'] as const

/** The installation itself: what runs, what it depends on, and what to fix. */
export function Health() {
  const { t } = useTexts('health')
  const [address] = useAddress()
  const open = tabs.find((tab) => tab === address.tab) ?? 'overview'
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Tabs
        label={t('tabs.label')}
        tabs={tabs.map((tab) => ({
          to: '/admin/health',
          text: t(`tabs.${tab}`),
          search: { tab },
          isOpen: tab === open,
        }))}
      />
      {open === 'overview' && <OverviewTab />}
      {open === 'providers' && <ProvidersTab />}
      {open === 'doctor' && <DoctorTab />}
      {open === 'settings' && <SettingsTab />}
      {open === 'texts' && <TextsTab />}
    </Page>
  )
}
