import { Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { readEarnings } from '#contract/app/earnings.ts'
import type { Output } from '../../kit/api.ts'
import { locale, money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

type Entry = Output<typeof readEarnings>['entries'][number]

/** List of earnings, newest first, each with a link to its job. */
export function Entries({ entries }: { entries: Entry[] }) {
  return (
    <ul className="carrier-entries">
      {entries.map((entry) => (
        <li key={entry.job_id + entry.kind + entry.at}>
          <Line entry={entry} />
        </li>
      ))}
    </ul>
  )
}

function Line({ entry: { job_id, title, at, kind, amount_cents, paid_out, paid_out_at } }: { entry: Entry }) {
  const { t } = useTexts('carrier')
  return (
    <Link to="/carrier/jobs/$jobId" params={{ jobId: job_id }} className="carrier-entry">
      <Text span fw={600}>
        {title}
      </Text>
      <Text span fw={650}>
        {money(amount_cents)}
      </Text>
      <Text span size="sm" c="dimmed">
        <time dateTime={at}>{dayOf(at)}</time> · {t(`earnings.kind.${kind}`)}
      </Text>
      <Text span size="sm" c="dimmed">
        {paid_out_at ? t('earnings.paidOutOn', { day: dayOf(paid_out_at) }) : t(stateOf(kind, paid_out))}
      </Text>
    </Link>
  )
}

/** The part of a refund is taken from payouts instead of paid. */
export function stateOf(kind: Entry['kind'], paidOut: boolean) {
  if (kind === 'refund') return 'earnings.isKeptBack'
  return paidOut ? 'earnings.paidOut' : 'earnings.notYetPaidOut'
}

const dayOf = (at: string): string =>
  new Intl.DateTimeFormat(locale(), { day: 'numeric', month: 'short' }).format(new Date(at))
