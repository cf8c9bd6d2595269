import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Shell } from './kit/shell.tsx'
import { Empty } from './kit/states.tsx'

/** Shown if a screen throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTranslation('kit')
  return (
    <Shell title={t('crash.title')}>
      <Empty
        title={t('error.title')}
        text={t('crash.text')}
        action={<Button onClick={() => location.reload()}>{t('crash.action')}</Button>}
      />
    </Shell>
  )
}
