import { Button, Checkbox, Drawer, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  downloadJobExport,
  type JobExport,
  listJobExports,
  startJobExport,
} from '#contract/admin/job-exports.ts'
import type { JobFilters } from '#contract/admin/job-filters.ts'
import { call, requestOf } from '../../kit/api.ts'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { proveAhead } from '../../member/session/prove-ahead.ts'
import { followDownload } from '../../panel/follow-download.ts'
import { useAddress } from '../../panel/link.tsx'
import { useAct } from '../../panel/use-act.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { useMe } from '../session/me.ts'

/** Writes the listed jobs to a file, and shows the progress of each file. */
export function Exports({ filters }: { filters: JobFilters }) {
  const { t } = useTexts('jobs')
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
  const { t } = useTexts('jobs')
  const me = useMe()
  const { data } = useQuery({
    ...reading(listJobExports, {}),
    refetchInterval: ({ state }) => state.data?.exports.some(isGoing) && 1_000,
  })
  const [withPhones, setWithPhones] = useState(false)
  const start = useAct({
    act: () => call(startJobExport, { body: { filters, with_phones: withPhones } }),
    onDone: () => readAgain(listJobExports),
  })
  return (
    <>
      <p>{t('exports.text')}</p>
      {me.role !== 'viewer' && (
        <Checkbox
          mb="sm"
          label={t('exports.withPhones')}
          description={t('exports.withPhonesHelp')}
          checked={withPhones}
          onChange={({ currentTarget }) => setWithPhones(currentTarget.checked)}
        />
      )}
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
  const { t } = useTexts('jobs')
  const { status, rows_written, with_phones, created_at } = file
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
      {status === 'done' && <Download file={file} when={when} />}
    </li>
  )
}

/** Whole phones need a fresh proof, which the request of a plain link cannot ask for. */
function Download({ file: { export_id, with_phones }, when }: { file: JobExport; when: string }) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const href = requestOf(downloadJobExport, { params: { export_id } }).url
  const download = useAct({
    act: async () => {
      await proveAhead(me)
      followDownload(href)
    },
  })
  const shared = {
    variant: 'default',
    size: 'xs',
    'aria-label': t('exports.downloadOf', { when }),
  } as const
  if (with_phones)
    return (
      <Button {...shared} loading={download.isPending} onClick={() => download.mutate()}>
        {t('exports.download')}
      </Button>
    )
  return (
    <Button {...shared} component="a" download href={href}>
      {t('exports.download')}
    </Button>
  )
}
