import { useTranslation } from 'react-i18next'
import { Entrance } from '../panel/entrance.tsx'
import { PanelLink } from '../panel/link.tsx'

export function NotFound() {
  const { t } = useTranslation('admin')
  return (
    <Entrance name={t('name')} title={t('notFound.title')} lead={t('notFound.text')}>
      <PanelLink className="dray-plain-link" to="/admin">
        {t('notFound.action')}
      </PanelLink>
    </Entrance>
  )
}
