import { useQuery } from '@tanstack/react-query'
import type { Key } from '#contract/admin/keys.ts'
import { wholeNumber } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, dayAndTime, fromNow } from '../../kit/when.ts'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { useAddress } from '../../panel/link.tsx'
import { rareNextPage } from '../../panel/next-page.ts'
import { useIsPlanned } from '../../panel/planned-acts.tsx'
import { KeyShape, KeyStateMark } from '../marks.tsx'
import { usePartnership } from '../reads.ts'
import { workingValues } from './uses.tsx'

/** The keys of a partner with their states; a row opens its key (`key` in the URL). */
export function KeysTable() {
  const { t } = useTexts('partners')
  const [address] = useAddress()
  const { data, error, refetch } = useQuery(usePartnership().keys(address.before))
  return (
    <div className="panel-named-cells">
      <DataTable
        label={t('keys')}
        columns={useColumns()}
        rows={data?.keys}
        rowId={({ key_id }) => key_id}
        opens={({ key_id }) => ({ key: key_id })}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('key.none'), text: t('key.noneText') }}
        {...rareNextPage(data, address)}
      />
    </div>
  )
}

function useColumns(): Column<Key>[] {
  const { t } = useTexts('partners')
  return [
    {
      id: 'key',
      head: t('key.name'),
      isMain: true,
      grows: true,
      sortBy: ({ label }) => label,
      cell: (key) => <KeyLine apiKey={key} />,
    },
    { id: 'mode', head: t('key.mode'), cell: ({ mode }) => t(`modes.${mode}`), sortBy: ({ mode }) => mode },
    {
      id: 'state',
      head: t('key.state'),
      sortBy: ({ state }) => state,
      cell: (key) => <KeyStateMark state={key.state} />,
    },
    {
      id: 'limit',
      head: t('key.limit'),
      isNumber: true,
      isForDesk: true,
      sortBy: ({ rate_limit_per_minute }) => rate_limit_per_minute,
      cell: ({ rate_limit_per_minute }) => wholeNumber(rate_limit_per_minute),
    },
    {
      id: 'used',
      head: t('lastUsed'),
      sortBy: ({ last_used_at }) => last_used_at,
      cell: ({ last_used_at }) => (last_used_at ? fromNow(last_used_at) : t('never')),
    },
    {
      id: 'expires',
      head: t('key.expires'),
      isForDesk: true,
      sortBy: ({ expires_at }) => expires_at,
      cell: ({ expires_at }) => (expires_at ? day(expires_at) : t('key.noExpiry')),
    },
  ]
}

/** Label and shape of a key, and how many values work beside the newest. */
function KeyLine({ apiKey }: { apiKey: Key }) {
  const { t } = useTexts('partners')
  const isGoing = useIsPlanned(apiKey.key_id)
  const working = workingValues(apiKey)
  const nextEnd = working.flatMap(({ ends_at }) => ends_at ?? []).sort()[0]
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <span className="panel-pair">
        <span>{apiKey.label ?? t('key.unnamed')}</span>
        <small>
          <KeyShape values={apiKey.values} />
          {apiKey.state === 'active' && nextEnd && (
            <> · {t('key.overlap', { values: working.length, when: dayAndTime(nextEnd) })}</>
          )}
        </small>
      </span>
    </span>
  )
}
