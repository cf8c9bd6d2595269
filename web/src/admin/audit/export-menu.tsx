import { Button, Menu } from '@mantine/core'
import { auditExportFormats, exportAuditEvents } from '#contract/admin/audit.ts'
import { requestOf } from '../../kit/api.ts'
import { IconDownload } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress } from '../../panel/link.tsx'
import { queryOf } from './query.ts'

/** Downloads the events that match the filters. */
export function ExportMenu() {
  const { t } = useTexts('audit')
  const [address] = useAddress()
  const urlOf = (format: (typeof auditExportFormats)[number]) =>
    requestOf(exportAuditEvents, { query: { ...queryOf(address), format } }).url
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {auditExportFormats.map((format) => (
          <Menu.Item key={format} component="a" download href={urlOf(format)}>
            {t(format)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
