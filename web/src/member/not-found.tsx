import { useTranslation } from 'react-i18next'
import { Entrance } from '../panel/entrance.tsx'
import { PanelLink } from '../panel/link.tsx'
import { useSurface, useWords } from './surface.ts'

export function NotFound() {
  const { t } = useTranslation('member')
  const { home } = useSurface()
  const { name } = useWords()
  return (
    <Entrance name={name} title={t('notFound.title')} lead={t('notFound.text')}>
      <PanelLink className="dray-plain-link" to={home}>
        {t('notFound.action')}
      </PanelLink>
    </Entrance>
  )
}
