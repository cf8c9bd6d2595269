import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listSettings, type ShownSetting, type ShownSettings } from '#contract/admin/health.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { IconSearch } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { ServerText } from './parts.tsx'

type Row = ShownSetting & { group: string; inUse: boolean }

const choices = ['inUse', 'set', 'all'] as const

/** All settings with the value in force. They are changed where the service is started, not here. */
export function SettingsTab() {
  const { t } = useTexts('health')
  const me = useMe()
  return mayCall(me, listSettings) ? <Settings /> : <p>{t('settings.forStaff')}</p>
}

function Settings() {
  const { t } = useTexts('health')
  const [{ q = '', which = 'inUse' }] = useAddress()
  const { data, error, refetch } = useQuery(reading(listSettings, {}))
  return (
    <>
      <div className="panel-line">
        <p className="health-long">
          {t('settings.lead')}{' '}
          {data && (data.file ? t('settings.file', { file: data.file }) : t('settings.noFile'))}
        </p>
      </div>
      <SettingFilters />
      <DataTable
        label={t('settings.title')}
        columns={useColumns()}
        rows={data && rowsOf(data.groups).filter((row) => isShown(row, { q, which }))}
        rowId={({ group, name }) => `${group} ${name}`}
        error={error}
        onRetry={() => void refetch()}
        filters={['q', 'which']}
        empty={{ title: t('settings.none') }}
      />
    </>
  )
}

const rowsOf = (groups: ShownSettings[]): Row[] =>
  groups.flatMap(({ title, in_use, settings }) =>
    settings.map((setting) => ({ ...setting, group: title, inUse: in_use })),
  )

function isShown(row: Row, { q, which }: { q: string; which: string }): boolean {
  const { name, description, group, inUse, is_set } = row
  const isChosen = which === 'all' || (which === 'set' ? is_set : inUse)
  return isChosen && `${name} ${description} ${group}`.toLowerCase().includes(q.trim().toLowerCase())
}

function SettingFilters() {
  const { t } = useTexts('health')
  const [{ q, which = 'inUse' }, change] = useAddress()
  return (
    <Filters>
      <TextInput
        className="panel-filter-search"
        label={t('settings.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        type="search"
        maxLength={60}
        defaultValue={q}
        onChange={({ currentTarget: { value } }) => change({ q: value }, { replace: true })}
      />
      <NativeSelect
        label={t('settings.which')}
        value={which}
        data={choices.map((value) => ({ value, label: t(`settings.${value}`) }))}
        onChange={({ currentTarget: { value } }) => change({ which: value })}
      />
    </Filters>
  )
}

function useColumns(): Column<Row>[] {
  const { t } = useTexts('health')
  return [
    {
      id: 'name',
      head: t('settings.name'),
      isMain: true,
      grows: true,
      cell: ({ name, description, allowed }) => (
        <span className="panel-pair health-long">
          <code>{name}</code>
          <small>
            <ServerText text={description} />
            {allowed && ` (${t('settings.allowed', { range: allowed })})`}
          </small>
        </span>
      ),
    },
    { id: 'value', head: t('settings.value'), cell: (row) => <Value row={row} /> },
    {
      id: 'source',
      head: t('settings.source'),
      sortBy: ({ source }) => source,
      cell: ({ source }) => t(`settings.sources.${source}`),
    },
    {
      id: 'group',
      head: t('settings.group'),
      isForDesk: true,
      sortBy: ({ group }) => group,
      cell: ({ group }) => (
        <span className="health-long">
          <ServerText text={group} />
        </span>
      ),
    },
  ]
}

function Value({ row: { value, is_secret, is_set, fallback } }: { row: Row }) {
  const { t } = useTexts('health')
  if (is_secret) return t(is_set ? 'settings.isSet' : 'settings.notSet')
  if (value !== null)
    return (
      <span className="health-long">
        <code>{value}</code>
      </span>
    )
  if (fallback === null) return t('settings.notSet')
  return (
    <span className="health-long">
      <ServerText text={fallback} />
    </span>
  )
}
