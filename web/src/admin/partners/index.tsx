import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createPartner, listPartners, type PartnerSummary } from '#contract/admin/partners.ts'
import { IconPlus } from '../../kit/icons.ts'
import { reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { day, fromNow } from '../../kit/when.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { IconSearch } from '../../panel/icons.ts'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { PartnerName } from '../../partnership/marks.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { AddPartner } from './add-partner.tsx'

/** The partners, newest first. */
export function Partners() {
  const { t } = useTexts('partners')
  const me = useMe()
  const [{ q, before, add }, change] = useAddress()
  const query = { ...(q?.trim() && { search: q.trim().slice(0, 60) }), ...(before && { before }) }
  const { data, error, refetch } = useQuery(reading(listPartners, { query }))
  const mayAdd = mayCall(me, createPartner)
  const addButton = (
    <ActButton
      letter="n"
      variant="filled"
      leftSection={<IconPlus size={18} aria-hidden />}
      onAct={() => change({ add: 'yes' })}
    >
      {t('add')}
    </ActButton>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={mayAdd && addButton}>
      <Filters>
        <TextInput
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          type="search"
          maxLength={60}
          defaultValue={q}
          onChange={({ currentTarget: { value } }) =>
            change({ q: value, before: undefined }, { replace: true })
          }
        />
      </Filters>
      <div className="panel-named-cells">
        <DataTable
          label={t('title')}
          columns={useColumns()}
          rows={data?.partners}
          rowId={({ partner_id }) => partner_id}
          error={error}
          onRetry={() => void refetch()}
          filters={['q']}
          empty={{ title: t('none'), text: t('noneText') }}
          nextPage={data?.next ? { before: data.next } : null}
        />
      </div>
      {mayAdd && <AddPartner isOpen={add === 'yes'} onClose={() => change({ add: undefined })} />}
    </Page>
  )
}

function useColumns(): Column<PartnerSummary>[] {
  const { t } = useTexts('partners')
  return [
    {
      id: 'company',
      head: t('company'),
      isMain: true,
      grows: true,
      cell: (partner) => (
        <PanelLink to={`/admin/partners/${partner.partner_id}`} className="panel-row" data-row>
          <PartnerName partner={partner} />
        </PanelLink>
      ),
    },
    { id: 'keys', head: t('keysThatWork'), cell: ({ usable_keys }) => usable_keys },
    {
      id: 'tariff',
      head: t('tariff'),
      isForDesk: true,
      cell: ({ has_own_tariff }) => t(has_own_tariff ? 'ownTariff' : 'generalTariff'),
    },
    {
      id: 'used',
      head: t('lastUsed'),
      cell: ({ last_used_at }) => (last_used_at ? fromNow(last_used_at) : t('never')),
    },
    { id: 'added', head: t('added'), isForDesk: true, cell: ({ created_at }) => day(created_at) },
  ]
}
