import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Entrance } from '../panel/entrance.tsx'
import { useWords } from './surface.ts'

/** Shown if a page throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTranslation('kit')
  const { name } = useWords()
  return (
    <Entrance name={name} title={t('crash.title')} lead={t('crash.text')}>
      <Button onClick={() => location.reload()}>{t('crash.action')}</Button>
    </Entrance>
  )
}
