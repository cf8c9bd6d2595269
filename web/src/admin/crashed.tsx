import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Entrance } from '../panel/entrance.tsx'

/** Shown if a page throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTranslation('kit')
  const { t: admin } = useTranslation('admin')
  return (
    <Entrance name={admin('name')} title={t('crash.title')} lead={t('crash.text')}>
      <Button onClick={() => location.reload()}>{t('crash.action')}</Button>
    </Entrance>
  )
}
