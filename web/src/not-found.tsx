import { Button } from '@mantine/core'
import { Shell } from './kit/shell.tsx'
import { Empty } from './kit/states.tsx'
import { useTexts } from './kit/texts/use-texts.ts'

export function NotFound() {
  const { t } = useTexts('kit')
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
