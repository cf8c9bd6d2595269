import './tariffs.css'
import { NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPartners, readPartner } from '#contract/admin/partners.ts'
import { listTariffs, readTariff, setTariff, type TariffVersion } from '#contract/admin/tariffs.ts'
import { IconPlus } from '../../kit/icons.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { type Column, DataTable } from '../../panel/data-table.tsx'
import { Filters } from '../../panel/filters.tsx'
import { PanelLink, useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { rareNextPage } from '../../panel/next-page.ts'
import { Page } from '../../panel/page.tsx'
import { mayCall, useMe } from '../session/me.ts'
import { Editor } from './editor.tsx'
import { VersionDrawer } from './version-drawer.tsx'

/** The versions of the general tariff, or of that of one partner, and their editor. */
export function Tariffs() {
  const [{ edit }] = useAddress()
  return edit ? <EditPage key={edit} tariffId={edit} /> : <Versions />
}

/** The version in force for a partner, or in general; undefined while it is read. */
function useInForce(versions: TariffVersion[] | undefined, partnerId: string | undefined) {
  const params = { partner_id: partnerId ?? '' }
  const partner = useQuery({ ...reading(readPartner, { params }), enabled: Boolean(partnerId) }).data
  if (partnerId) return partner?.tariff.tariff_id
  return versions?.find(({ state }) => state === 'in_force')?.tariff_id
}

function Versions() {
  const { t } = useTexts('tariffs')
  const me = useMe()
  const [address, change] = useAddress()
  const { partner, version, before } = address
  const query = { limit: 200, ...(partner && { partner_id: partner }), ...(before && { before }) }
  const { data, error, refetch } = useQuery(reading(listTariffs, { query }))
  const inForce = useInForce(data?.tariffs, partner)
  const newVersion = (
    <ActButton
      letter="n"
      variant="filled"
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={!inForce}
      onAct={() => change({ edit: inForce })}
    >
      {t(mayCall(me, setTariff) ? 'newVersion' : 'tryTerms')}
    </ActButton>
  )
  return (
    <Page title={t('title')} lead={t('lead')} actions={newVersion}>
      <Scope />
      <DataTable
        label={t('versions')}
        columns={useColumns()}
        rows={data?.tariffs}
        rowId={({ tariff_id }) => tariff_id}
        opens={({ tariff_id }) => ({ version: tariff_id })}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('none'), text: t('noneText') }}
        {...rareNextPage(data, address)}
      />
      <VersionDrawer
        version={data?.tariffs.find(({ tariff_id }) => tariff_id === version)}
        onClose={() => change({ version: undefined })}
      />
    </Page>
  )
}

const usePartners = () => useQuery(reading(listPartners, { query: { limit: 200 } })).data?.partners ?? []

function Scope() {
  const { t } = useTexts('tariffs')
  const [{ partner }, change] = useAddress()
  const choices = usePartners().map(({ partner_id, company_name }) => ({
    value: partner_id,
    label: company_name,
  }))
  return (
    <Filters>
      <NativeSelect
        label={t('scope')}
        value={partner ?? ''}
        data={[{ value: '', label: t('general') }, ...choices]}
        onChange={({ currentTarget: { value } }) =>
          change({ partner: value, version: undefined, before: undefined })
        }
      />
    </Filters>
  )
}

function useColumns(): Column<TariffVersion>[] {
  const { t } = useTexts('tariffs')
  return [
    {
      id: 'starts',
      head: t('starts'),
      isMain: true,
      grows: true,
      cell: ({ starts_at }) => dayAndTime(starts_at),
    },
    {
      id: 'state',
      head: t('state'),
      cell: ({ state }) => (
        <Mark look={state === 'in_force' ? 'good' : undefined}>{t(`states.${state}`)}</Mark>
      ),
    },
    { id: 'added', head: t('added'), isForDesk: true, cell: ({ created_at }) => dayAndTime(created_at) },
  ]
}

function EditPage({ tariffId }: { tariffId: string }) {
  const { t } = useTexts('tariffs')
  const [{ partner }, change] = useAddress()
  const name = usePartners().find(({ partner_id }) => partner_id === partner)?.company_name
  const { data, error, refetch } = useQuery(reading(readTariff, { params: { tariff_id: tariffId } }))
  return (
    <Page
      title={partner ? t('editFor', { name: name ?? '…' }) : t('edit')}
      lead={
        <>
          {t('editLead')}{' '}
          <PanelLink to="/admin/tariffs" search={{ partner }} className="dray-plain-link">
            {t('back')}
          </PanelLink>
        </>
      }
    >
      {data && <Editor partnerId={partner} terms={data.terms} onDone={() => change({ edit: undefined })} />}
      {!data &&
        (error ? (
          <Failed error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={300} radius="md" />
        ))}
    </Page>
  )
}
