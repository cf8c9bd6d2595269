import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listPartners } from '#contract/admin/partners.ts'
import { exportCarrierStatement, exportPartnerStatement } from '#contract/admin/statements.ts'
import { requestOf } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Empty } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CsvLink } from '../../panel/csv-link.tsx'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { currentMonth, isMonth } from '../../panel/months.ts'
import { MonthField } from '../../partnership/statement/month-field.tsx'
import { FileLinks, type WithPhones } from '../file-links.tsx'
import { MoneyPage } from '../money/money-page.tsx'
import { CarrierChoice } from './carrier-choice.tsx'
import { CarrierStatementPage } from './carrier-statement.tsx'
import { StatementOfPartner } from './statement-of-partner.tsx'

/** The statement of a carrier or a partner for a month. */
export function Statements() {
  const { t } = useTexts('closing')
  const [{ of, id, month: asked = '' }] = useAddress()
  const month = isMonth(asked) ? asked : currentMonth()
  const isOfPartner = of === 'partner'
  return (
    <MoneyPage
      title={t('statements.title')}
      lead={t('statements.lead')}
      actions={id && <File of={isOfPartner ? 'partner' : 'carrier'} id={id} month={month} />}
    >
      <Choice month={month} />
      {!id && <Empty title={t('statements.choose')} />}
      {id && isOfPartner && <StatementOfPartner partnerId={id} month={month} />}
      {id && !isOfPartner && <CarrierStatementPage accountId={id} month={month} />}
    </MoneyPage>
  )
}

/** A carrier's statement has no text that people typed. */
function File({ of, id, month }: { of: 'partner' | 'carrier'; id: string; month: string }) {
  if (of === 'carrier') {
    const params = { account_id: id }
    return <CsvLink href={requestOf(exportCarrierStatement, { params, query: { month } }).url} />
  }
  const params = { partner_id: id }
  const hrefOf = (phones: WithPhones) =>
    requestOf(exportPartnerStatement, { params, query: { month, ...phones } }).url
  return <FileLinks hrefOf={hrefOf} />
}

function Choice({ month }: { month: string }) {
  const { t } = useTexts('closing')
  const [{ of = 'carrier', id }, change] = useAddress()
  return (
    <Filters>
      <NativeSelect
        label={t('statements.of')}
        value={of}
        data={(['carrier', 'partner'] as const).map((value) => ({
          value,
          label: t(`statements.kinds.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) => change({ of: value, id: undefined, before: undefined })}
      />
      {of === 'partner' ? (
        <PartnerChoice />
      ) : (
        <CarrierChoice
          accountId={id}
          month={month}
          onChosen={(accountId) => change({ id: accountId, before: undefined })}
        />
      )}
      <MonthField month={month} />
    </Filters>
  )
}

function PartnerChoice() {
  const { t } = useTexts('closing')
  const [{ id }, change] = useAddress()
  const partners = useQuery(reading(listPartners, { query: { limit: 200 } })).data?.partners ?? []
  return (
    <NativeSelect
      label={t('statements.partner')}
      value={id ?? ''}
      data={[
        { value: '', label: t('statements.choosePartner') },
        ...partners.map(({ partner_id, company_name }) => ({ value: partner_id, label: company_name })),
      ]}
      onChange={({ currentTarget: { value } }) => change({ id: value, before: undefined })}
    />
  )
}
