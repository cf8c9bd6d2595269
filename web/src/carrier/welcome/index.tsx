import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CarrierTerms, readCarrierTerms } from '#contract/app/open.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { LanguageChoice } from '../../kit/language-choice.tsx'
import { exactPercent, money } from '../../kit/money.ts'
import { reading } from '../../kit/query-client.ts'
import { Shell } from '../../kit/shell.tsx'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Section } from '../../shared/section.tsx'
import { Examples } from './examples.tsx'
import '../../shared/app.css'
import '../carrier.css'
import './welcome.css'

/** What a carrier earns and agrees to, before there is an account (decision 79). */
export function Welcome() {
  const { t } = useTexts('welcome')
  const { data, error, refetch } = useQuery({ ...reading(readCarrierTerms, {}), staleTime: 300_000 })
  return (
    <Shell title={t('title')} branded footer={<SignUp />}>
      <Stack>
        <Text>{t('lead')}</Text>
        {data && <Terms terms={data} />}
        {!data && (error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading rows={8} />)}
        <LanguageChoice />
      </Stack>
    </Shell>
  )
}

/** Both lead to the sign-in: a new number is an account, and the feed sends it on to the sign-up. */
function SignUp() {
  const { t } = useTexts('welcome')
  const signIn = (back: string) => ({ to: '/app/sign-in', search: { back } as never })
  return (
    <Group grow preventGrowOverflow={false} gap="sm">
      <Button size="lg" component={Link} {...signIn('/carrier/sign-up')}>
        {t('signUp')}
      </Button>
      <Button size="lg" variant="default" component={Link} {...signIn('/carrier')}>
        {t('signIn')}
      </Button>
    </Group>
  )
}

function Terms({ terms }: { terms: CarrierTerms }) {
  const { t } = useTexts('welcome')
  const { commission_percent: commission, needed_documents: documents } = terms
  const kinds = documents.map((kind) => t(`documents.kinds.${kind}`)).join(', ')
  return (
    <>
      <Examples examples={terms.examples} />
      <Section title={t('fees.title')}>
        <Text>{commission > 0 ? t('fees.some', { percent: exactPercent(commission) }) : t('fees.none')}</Text>
      </Section>
      <Section title={t('payouts.title')}>
        <Text>{t('payouts.text')}</Text>
      </Section>
      <Section title={t('documents.title')}>
        <ul className="app-points">
          <li>{t('documents.phone')}</li>
          {documents.length > 0 && <li>{t('documents.some', { documents: kinds })}</li>}
          <li>{t('documents.approval')}</li>
        </ul>
      </Section>
      <Section title={t('expected.title')}>
        <Expected terms={terms} />
      </Section>
    </>
  )
}

function Expected({ terms }: { terms: CarrierTerms }) {
  const { t } = useTexts('welcome')
  const { collect_hours: hours, grace_minutes: minutes, strikes, strike_days: days } = terms
  const percent = exactPercent(terms.fee_share_percent)
  const rangeOf = (fees: CarrierTerms['late_fee_cents']) => {
    const cents = jobSizes.map((size) => fees[size])
    return { percent, from: money(Math.min(...cents)), to: money(Math.max(...cents)) }
  }
  const hasTripFee = jobSizes.some((size) => terms.trip_fee_cents[size] > 0)
  return (
    <ul className="app-points">
      <li>{t('expected.time', { hours, minutes })}</li>
      <li>{t('expected.strike', { strikes, days })}</li>
      <li>{t('expected.late', rangeOf(terms.late_fee_cents))}</li>
      {hasTripFee && <li>{t('expected.trip', rangeOf(terms.trip_fee_cents))}</li>}
    </ul>
  )
}
