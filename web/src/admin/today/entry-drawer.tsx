import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { TodayEntry } from '#contract/admin/today.ts'
import { money } from '../../kit/money.ts'
import { dayAndTime } from '../../kit/when.ts'
import { CopyField } from '../../panel/copy-field.tsx'
import { type Fact, Facts } from '../../panel/facts.tsx'
import { useDialog } from '../../panel/use-dialog.ts'

type EntryDrawerProps = { entry: TodayEntry | undefined; onClose: () => void }

/** An entry that belongs to no job or carrier: what is known, and where to look. */
export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  const { t } = useTranslation('today')
  const dialog = useDialog()
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      title={entry && t(`kinds.${entry.kind}.title`)}
      {...dialog}
    >
      {entry && <OneEntry entry={entry} />}
    </Drawer>
  )
}

const ledgerCheck = 'npm run --silent dray -- ledger check'

function OneEntry({
  entry: { kind, subject_id, amount_cents, since, costs_at, cause },
}: {
  entry: TodayEntry
}) {
  const { t } = useTranslation('today')
  const where = kind.startsWith('ledger') ? 'ledger' : 'other'
  const amount: Fact[] = amount_cents === null ? [] : [[t('details.amount'), money(amount_cents)]]
  return (
    <>
      <p>{t(`kinds.${kind}.cost`)}</p>
      <p>{t(`details.${where}`)}</p>
      {where === 'ledger' && <CopyField label={t('onServer', { ns: 'panel' })} text={ledgerCheck} />}
      <Facts
        facts={[
          [t('details.subject'), <code key="id">{subject_id}</code>],
          [t('details.cause'), cause ?? t('details.nothing')],
          [t('details.since'), dayAndTime(since)],
          [t('details.costsAt'), dayAndTime(costs_at)],
          ...amount,
        ]}
      />
    </>
  )
}
