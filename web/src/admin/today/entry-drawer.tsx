import type { TodayEntry } from '#contract/admin/today.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { type Nested, SubjectDrawer } from '../../panel/subject-drawer.tsx'
import { CheckLedger } from '../check-ledger.tsx'
import { Differences } from './differences.tsx'
import { Parts } from './parts.tsx'
import { useLabelOf } from './use-label-of.ts'

type EntryDrawerProps = { entry: TodayEntry | undefined; onClose: () => void }

/** An entry that has no page: the rows that are folded into it, or what differs in the ledger, each with its act. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  const { t } = useTexts('today')
  return (
    <SubjectDrawer
      isOpen={entry !== undefined}
      onClose={onClose}
      title={entry && t(`kinds.${entry.kind}.title`)}
      size="lg"
    >
      {(nested) => entry && <OneEntry entry={entry} nested={nested} />}
    </SubjectDrawer>
  )
}

function OneEntry({ entry, nested }: { entry: TodayEntry; nested: Nested }) {
  const { t } = useTexts('today')
  const { kind, subject_id, amount_cents, since, cause, parts } = entry
  const labelOf = useLabelOf()
  const label = labelOf(entry)
  const amount: Fact[] = amount_cents === null ? [] : [[t('details.amount'), money(amount_cents)]]
  const isLedger = kind === 'ledger_unbalanced'
  const isLedgerKind = isLedger || kind === 'ledger_unchecked'
  const because: Fact[] = isLedgerKind || parts.length > 0 || !cause ? [] : [[t('details.cause'), cause]]
  return (
    <>
      <p>{t(`kinds.${kind}.cost`)}</p>
      <Facts
        facts={[
          ...(label ? [[t('details.subject'), label] satisfies Fact] : []),
          [t('details.since'), dayAndTime(since)],
          ...amount,
          ...because,
        ]}
      />
      {isLedger && <Differences check={subject_id} nested={nested} />}
      {isLedgerKind && (
        <p>
          <CheckLedger />
        </p>
      )}
      {parts.length > 0 && <Parts entry={entry} />}
    </>
  )
}
