import { useTexts } from '../kit/texts/use-texts.ts'
import { Entrance } from '../panel/entrance.tsx'
import { PanelLink } from '../panel/link.tsx'
import { useSurface, useWords } from './surface.ts'

export function NotFound() {
  const { t } = useTexts('member')
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
