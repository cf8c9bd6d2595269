import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { issueKey, type Key, listPartnerKeys } from '#contract/admin/keys.ts'
import type { Partner } from '#contract/admin/partners.ts'
import { reading } from '../../../kit/query-client.ts'
import { day, dayAndTime, fromNow } from '../../../kit/when.ts'
import { type Column, DataTable } from '../../../panel/data-table.tsx'
import { useAddress } from '../../../panel/link.tsx'
import { useIsPlanned } from '../../../panel/planned-acts.tsx'
import { mayCall, useMe } from '../../session/me.ts'
import { ActButton } from '../act-button.tsx'
import { KeyShape, KeyStateMark } from '../marks.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { KeyDrawer } from './key-drawer.tsx'

/** The keys of a partner with their states. */
export function KeysTab({ partner }: { partner: Partner }) {
  const { t } = useTranslation('partners')
  const me = useMe()
  const [address, change] = useAddress()
  const params = { partner_id: partner.partner_id }
  const { data, error, refetch } = useQuery(reading(listPartnerKeys, { params }))
  const opened = data?.keys.find(({ key_id }) => key_id === address.key)
  return (
    <>
      {mayCall(me, issueKey) && (
        <div className="partner-line">
          <h2>{t('keys')}</h2>
          <ActButton
            letter="n"
            variant="filled"
            leftSection={<IconKey size={18} aria-hidden />}
            onAct={() => change({ issue: 'yes' })}
          >
            {t('key.issue')}
          </ActButton>
          <IssueDialog
            partner={partner}
            isOpen={address.issue === 'yes'}
            onClose={() => change({ issue: undefined })}
          />
        </div>
      )}
      <DataTable
        label={t('keys')}
        columns={useColumns()}
        rows={data?.keys}
        rowId={({ key_id }) => key_id}
        opens={({ key_id }) => ({ key: key_id })}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('key.none'), text: t('key.noneText') }}
      />
      <KeyDrawer opened={opened} partner={partner} onClose={() => change({ key: undefined })} />
    </>
  )
}

function useColumns(): Column<Key>[] {
  const { t } = useTranslation('partners')
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
      isForDesk: true,
      sortBy: ({ rate_limit_per_minute }) => rate_limit_per_minute,
      cell: ({ rate_limit_per_minute }) => rate_limit_per_minute,
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

/** Label and shape of a key, and until when an older value works beside the newest. */
function KeyLine({ apiKey }: { apiKey: Key }) {
  const { t } = useTranslation('partners')
  const isGoing = useIsPlanned(apiKey.key_id)
  const overlap = apiKey.values.slice(1).find(({ has_ended, ends_at }) => !has_ended && ends_at)
  return (
    <span className="panel-name" data-going={isGoing || undefined}>
      <span className="panel-pair">
        <span>{apiKey.label ?? t('key.unnamed')}</span>
        <small>
          <KeyShape values={apiKey.values} />
          {apiKey.state === 'active' && overlap?.ends_at && (
            <> · {t('key.overlap', { when: dayAndTime(overlap.ends_at) })}</>
          )}
        </small>
      </span>
    </span>
  )
}
