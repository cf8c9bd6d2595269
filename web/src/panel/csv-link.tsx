import { Button } from '@mantine/core'
import { IconDownload } from '../kit/icons.ts'
import { useTexts } from '../kit/texts/use-texts.ts'

/** Downloads what the page shows, with all its lines. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useTexts('panel')
  return (
    <Button
      component="a"
      download
      variant="default"
      href={href}
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {t('csv')}
    </Button>
  )
}
