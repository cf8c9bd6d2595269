import { Button } from '@mantine/core'
import { useTexts } from '../kit/texts/use-texts.ts'
import { Entrance } from '../panel/entrance.tsx'
import { useWords } from './surface.ts'

/** Shown if a page throws or its code cannot be loaded. */
export function Crashed() {
  const { t } = useTexts('kit')
  const { name } = useWords()
  return (
    <Entrance name={name} title={t('crash.title')} lead={t('crash.text')}>
      <Button onClick={() => location.reload()}>{t('crash.action')}</Button>
    </Entrance>
  )
}
