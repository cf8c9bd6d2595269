import { Button, Menu } from '@mantine/core'
import { exportJobTimeline, timelineFormats } from '#contract/admin/jobs.ts'
import { requestOf } from '../../kit/api.ts'
import { IconDownload } from '../../kit/icons.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { mayCall, useMe } from '../session/me.ts'

/** Downloads what happened to the job, for a dispute; not for a viewer. */
export function ExportTimeline({ jobId }: { jobId: string }) {
  const { t } = useTexts('jobs')
  const me = useMe()
  if (!mayCall(me, exportJobTimeline)) return null
  const hrefOf = (format: (typeof timelineFormats)[number]) =>
    requestOf(exportJobTimeline, { params: { job_id: jobId }, query: { format } }).url
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          {t('job.timelineExport')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {timelineFormats.map((format) => (
          <Menu.Item key={format} component="a" download href={hrefOf(format)}>
            {t(`job.timelineFormats.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
