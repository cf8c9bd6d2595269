import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readEarnings } from '#contract/app/earnings.ts'
import type { Output } from '../../kit/api.ts'
import { IconDownload, IconPrinter } from '../../kit/icons.ts'
import { money } from '../../kit/money.ts'
import { monthName, monthsUntil } from '../../kit/months.ts'
import { reading } from '../../kit/query-client.ts'
import { Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { isoDay, localTimeZone } from '../../kit/when.ts'
import { Section } from '../../shared/section.tsx'
import { AreaShell } from '../area-shell.tsx'
import { CarrierFailed, useProfile } from '../carrier-failed.tsx'
import { StatementsSection } from '../statements/list.tsx'
import { Entries } from './entries.tsx'
import { useDownload } from './use-download.ts'

/** The carrier's earnings by payout state, and a statement for each month. */
export function Earnings() {
  const { t } = useTexts('carrier')
  const [month, setMonth] = useState(thisMonth)
  const { data, error, refetch } = useQuery({
    ...reading(readEarnings, { query: { month, time_zone: localTimeZone() } }),
    placeholderData: keepPreviousData,
  })
  return (
    <AreaShell title={t('title.earnings')}>
      {data ? (
        <Stack>
          <Sums earnings={data} />
          <Month earnings={data} month={month} onMonth={setMonth} />
          <StatementsSection />
        </Stack>
      ) : error ? (
        <CarrierFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </AreaShell>
  )
}

/** The current month in the device's time zone: `2026-03`. */
const thisMonth = (): string => isoDay(new Date().toISOString(), localTimeZone()).slice(0, 7)

type EarningsRead = Output<typeof readEarnings>

function Sums({ earnings }: { earnings: EarningsRead }) {
  const { t } = useTexts('carrier')
  const { data: profile } = useProfile()
  return (
    <div className="dray-card">
      <dl className="carrier-ways">
        {(['expected', 'owed', 'paid'] as const).map((name) => (
          <div key={name}>
            <dt>
              {t(`earnings.${name}`)}
              <Text span display="block" size="sm" c="dimmed">
                {t(`earnings.${name}Help`)}
              </Text>
            </dt>
            <dd className="carrier-sum">{money(earnings[`${name}_cents`])}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" mt="sm">
        {t(profile?.payouts_ready === false ? 'earnings.noAccount' : 'earnings.rule')}
      </Text>
      {earnings.kept_back_cents > 0 && (
        <Text mt="sm">{t('earnings.keptBack', { amount: money(earnings.kept_back_cents) })}</Text>
      )}
    </div>
  )
}

type MonthProps = { earnings: EarningsRead; month: string; onMonth: (month: string) => void }

function Month({ earnings, month, onMonth }: MonthProps) {
  const { t } = useTexts('carrier')
  const download = useDownload()
  return (
    <Section title={t('earnings.entries')}>
      <Stack>
        <NativeSelect
          className="carrier-no-print"
          label={t('earnings.month')}
          value={month}
          onChange={(event) => onMonth(event.currentTarget.value)}
          data={monthsUntil(thisMonth()).map((value) => ({ value, label: monthName(value) }))}
        />
        <div role="status">
          <Text>{t('earnings.total', { month: monthName(earnings.month) })}</Text>
          <p className="carrier-earns">{money(earnings.month_cents)}</p>
        </div>
        {earnings.entries.length > 0 ? (
          <Entries entries={earnings.entries} />
        ) : (
          <Text c="dimmed">{t('earnings.none')}</Text>
        )}
        {earnings.entries.length > 0 && (
          <Group className="carrier-no-print" grow preventGrowOverflow={false}>
            <Button
              variant="default"
              leftSection={<IconDownload size={20} aria-hidden />}
              onClick={() => download(earnings)}
            >
              {t('earnings.csv')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPrinter size={20} aria-hidden />}
              onClick={() => print()}
            >
              {t('earnings.print')}
            </Button>
          </Group>
        )}
        <Text size="sm" c="dimmed">
          {t('earnings.zone', { zone: earnings.time_zone })}
        </Text>
      </Stack>
    </Section>
  )
}
