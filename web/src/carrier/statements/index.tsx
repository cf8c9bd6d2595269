import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type MyStatement, readMyStatement } from '#contract/app/statements.ts'
import { ApiError } from '../../kit/api.ts'
import { exactPercent, money } from '../../kit/money.ts'
import { monthTitle } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { Empty, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { InvoiceFile } from '../../shared/invoice.tsx'
import { Section } from '../../shared/section.tsx'
import { timeIn } from '../../shared/time-in.ts'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed } from '../carrier-failed.tsx'
import { taxDataAnchor } from '../tax-data/index.tsx'

/** A month of the carrier: what was earned, who issued it, and every movement. */
export function StatementPage() {
  const { t } = useTexts('carrier')
  const { statementId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(reading(readMyStatement, { params: { invoice_id: statementId } }))
  const isGone = error instanceof ApiError && error.status === 404
  return (
    <AreaShell title={data ? monthTitle(data.month) : t('statements.title')} back="/carrier/earnings">
      {data ? (
        <Shown statement={data} />
      ) : isGone ? (
        <Empty
          title={t('statements.goneTitle')}
          text={t('statements.goneText')}
          action={
            <Button component={Link} to="/carrier/earnings">
              {t('statements.toEarnings')}
            </Button>
          }
        />
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </AreaShell>
  )
}

function Shown({ statement }: { statement: MyStatement }) {
  const { t } = useTexts('carrier')
  return (
    <Stack>
      {statement.missing.map((gap) => (
        <Alert key={gap} color="yellow">
          <Stack gap="sm">
            <Text>{t(`statements.missing.${gap}`)}</Text>
            <Button variant="default" component={Link} to="/carrier/profile" hash={taxDataAnchor}>
              {t('statements.toTaxData')}
            </Button>
          </Stack>
        </Alert>
      ))}
      <Summary statement={statement} />
      <Movements statement={statement} />
    </Stack>
  )
}

function Summary({ statement }: { statement: MyStatement }) {
  const { t } = useTexts('carrier')
  const { kind, number, test, issued_at, time_zone, seller, carrier, lines, vat, total_cents } = statement
  const isInvoice = kind === 'self_billing'
  return (
    <Section title={`${t(`statements.kinds.${kind}`)} ${number}`}>
      <Stack gap="sm">
        {isInvoice && <Text size="sm">{t('statements.selfBilling')}</Text>}
        {test && <Text size="sm">{t('statements.test')}</Text>}
        <dl className="app-lines">
          <Line name={t('statements.issued')}>{timeIn(issued_at, time_zone)}</Line>
          <Side name={t(isInvoice ? 'statements.supplier' : 'statements.carrier')} side={carrier} />
          <Side name={t(isInvoice ? 'statements.writer' : 'statements.issuer')} side={seller} />
          {lines.map(({ item, gross_cents }) => (
            <Line key={item} name={t(`statements.lines.${item}`)}>
              {money(gross_cents)}
            </Line>
          ))}
          <Line name={t('statements.earned')}>{money(total_cents)}</Line>
          {vat.map((rate) => (
            <Line key={rate.percent} name={t('statements.vat', { percent: exactPercent(rate.percent) })}>
              {t('statements.vatOf', { vat: money(rate.vat_cents), net: money(rate.net_cents) })}
            </Line>
          ))}
        </dl>
        <InvoiceFile invoice={statement} />
      </Stack>
    </Section>
  )
}

type SideOf = { name: string | null; tax_number: string | null; address: string | null }

function Side({ name, side }: { name: string; side: SideOf }) {
  const parts = [side.name, side.tax_number, side.address].filter((part) => part !== null)
  return parts.length > 0 && <Line name={name}>{parts.join(', ')}</Line>
}

function Movements({ statement }: { statement: MyStatement }) {
  const { t } = useTexts('carrier')
  const { movements, opening_cents, closing_cents, time_zone } = statement
  return (
    <Section title={t('statements.movements')}>
      <dl className="app-lines">
        <Line name={t('statements.opening')}>{money(opening_cents)}</Line>
      </dl>
      <ul className="carrier-entries">
        {movements.map(({ kind, at, job_id, from, to, amount_cents }) => (
          <li key={`${kind} ${job_id} ${at}`} className="carrier-entry">
            <Text span fw={600}>
              {t(`statements.movement.${kind}`)}
            </Text>
            <Text span fw={650}>
              {money(amount_cents)}
            </Text>
            <Text span size="sm" c="dimmed">
              {from && to && `${t('statements.route', { from, to })} · `}
              <time dateTime={at}>{timeIn(at, time_zone)}</time>
            </Text>
          </li>
        ))}
      </ul>
      <dl className="app-lines">
        <Line name={t('statements.closing')}>{money(closing_cents)}</Line>
      </dl>
    </Section>
  )
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
