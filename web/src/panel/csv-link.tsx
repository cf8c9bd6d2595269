import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { IconDownload } from '../kit/icons.ts'

/** Downloads what the page shows, with all its lines. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useTranslation('panel')
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
