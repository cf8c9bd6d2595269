import { Button } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'

/** Leads to what the member is alerted of while the panel is closed. */
export function AlertsLink() {
  const { t } = useTexts('today')
  return (
    <Button variant="default" renderRoot={(props) => <PanelLink {...props} to="/admin/alerts" />}>
      {t('alerts.act')}
    </Button>
  )
}
