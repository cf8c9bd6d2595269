import { Button, Drawer, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  downloadJobExport,
  type JobExport,
  listJobExports,
  startJobExport,
} from '#contract/admin/job-exports.ts'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { call, requestOf } from '../../kit/api.ts'
import { readAgain, reading } from '../../kit/query-client.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useAddress } from '../../panel/link.tsx'
import { useAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'

/** Writes the listed jobs to a file, and shows how far each file is. */
export function Exports({ filters }: { filters: JobFilters }) {
  const { t } = useTranslation('jobs')
  const [{ exports }, change] = useAddress()
  const dialog = useDialog()
  const isOpen = exports === 'yes'
  return (
    <Drawer
      opened={isOpen}
      onClose={() => change({ exports: undefined }, { replace: true })}
      title={t('exports.title')}
      {...dialog}
    >
      {isOpen && <Files filters={filters} />}
    </Drawer>
  )
}

const isGoing = ({ status }: JobExport): boolean => status === 'due' || status === 'running'

function Files({ filters }: { filters: JobFilters }) {
  const { t } = useTranslation('jobs')
  const { data } = useQuery({
    ...reading(listJobExports, {}),
    refetchInterval: ({ state }) => state.data?.exports.some(isGoing) && 1_000,
  })
  const start = useAct({
    act: () => call(startJobExport, { body: { filters } }),
    onDone: () => readAgain(listJobExports),
  })
  return (
    <>
      <p>{t('exports.text')}</p>
      <Button data-autofocus loading={start.isPending} onClick={() => start.mutate()}>
        {t('exports.start')}
      </Button>
      {data?.exports.length === 0 && <p className="panel-note">{t('exports.none')}</p>}
      <ul className="panel-list" aria-live="polite">
        {data?.exports.map((file) => (
          <OneFile key={file.export_id} file={file} />
        ))}
      </ul>
    </>
  )
}

function OneFile({ file }: { file: JobExport }) {
  const { t } = useTranslation('jobs')
  const { export_id, status, rows_written, with_phones, created_at } = file
  const when = dayAndTime(created_at)
  return (
    <li>
      <div>
        <b>{t(`exports.states.${status}`)}</b>
        <small>
          {[when, t('exports.rows', { count: rows_written }), with_phones && t('exports.phones')]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {isGoing(file) && <Loader size="sm" aria-label={t('exports.progress', { when })} role="img" />}
      {status === 'done' && (
        <Button
          component="a"
          download
          variant="default"
          size="xs"
          aria-label={t('exports.downloadOf', { when })}
          href={requestOf(downloadJobExport, { params: { export_id } }).url}
        >
          {t('exports.download')}
        </Button>
      )}
    </li>
  )
}
