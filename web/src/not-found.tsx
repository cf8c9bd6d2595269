import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Shell } from './kit/shell.tsx'
import { Empty } from './kit/states.tsx'

export function NotFound() {
  const { t } = useTranslation('kit')
  const home = location.pathname.startsWith('/carrier') ? '/carrier' : '/app'
  return (
    <Shell title={t('notFound.title')}>
      <Empty
        title={t('notFound.head')}
        text={t('notFound.text')}
        action={
          <Button component="a" href={home}>
            {t('notFound.action')}
          </Button>
        }
      />
    </Shell>
  )
}
