import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

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
