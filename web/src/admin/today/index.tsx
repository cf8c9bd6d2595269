import './today.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readToday, snoozeEntry, type TodayEntry } from '#contract/admin/today.ts'
import type { Output } from '../../kit/api.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed, Loading } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useAddress, useGo } from '../../panel/link.tsx'
import { Page } from '../../panel/page.tsx'
import { useKeys } from '../../panel/use-keys.ts'
import { mayCall, useMe } from '../session/me.ts'
import { actOfEntry } from './act-of.ts'
import { AlertsLink } from './alerts-link.tsx'
import { Books } from './books.tsx'
import { EntryDrawer } from './entry-drawer.tsx'
import { focusedEntry, useNextFocus } from './focused-entry.ts'
import { Kinds } from './kinds.tsx'
import { NothingWaits } from './nothing-waits.tsx'
import { Queue } from './queue.tsx'
import { SnoozeDialog } from './snooze-dialog.tsx'
import { Snoozed } from './snoozed.tsx'
import { keyOf } from './urgency.ts'

const refreshMs = 30_000

/** The operator's queue, refetched every half minute while the page is visible. */
export function Today() {
  const { t } = useTexts('today')
  const me = useMe()
  const today = useQuery({ ...reading(readToday, {}), refetchInterval: refreshMs })
  const { data, error, refetch } = today
  const mayAct = mayCall(me, snoozeEntry)
  return (
    <Page title={t('title')} lead={t('lead')} actions={<AlertsLink />}>
      {data ? (
        <Waiting {...data} now={today.dataUpdatedAt} mayAct={mayAct} />
      ) : error ? (
        <Failed error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

type WaitingProps = Output<typeof readToday> & { now: number; mayAct: boolean }

function Waiting({ entries, counts, more, snoozed, ledger, now, mayAct }: WaitingProps) {
  const { t } = useTexts('today')
  const [{ kind, entry }, change] = useAddress()
  const [asked, setAsked] = useState<TodayEntry | null>(null)
  const snooze = mayAct ? setAsked : undefined
  useRowKeys({ entries, onSnooze: snooze })
  const shown = entries.filter((each) => !kind || each.kind === kind)
  const focusNext = useNextFocus(shown.map(keyOf))
  return (
    <>
      <Kinds counts={counts} />
      {shown.length > 0 ? (
        <Queue entries={shown} now={now} onSnooze={snooze} />
      ) : (
        <NothingWaits isFiltered={kind !== undefined} ledger={ledger} />
      )}
      {shown.length > 0 && (
        <p className="panel-foot">
          <Books ledger={ledger} /> {more && t('more')} {mayAct && <Keys />}
        </p>
      )}
      <EntryDrawer
        entry={entries.find((each) => keyOf(each) === entry)}
        onClose={() => change({ entry: undefined })}
      />
      <Snoozed snoozed={snoozed} />
      <SnoozeDialog entry={asked} onClose={() => setAsked(null)} onPutOff={focusNext} />
    </>
  )
}

/** The keys of a row; the sheet of keys lists them too. */
function Keys() {
  const { t } = useTexts('today')
  return (
    <span aria-hidden className="today-keys">
      {(['a', 's'] as const).map((key) => (
        <span key={key}>
          <span className="panel-key" data-key={key} /> <span data-page-key={key}>{t(`keys.${key}`)}</span>
        </span>
      ))}
    </span>
  )
}

type RowKeys = { entries: TodayEntry[]; onSnooze: ((entry: TodayEntry) => void) | undefined }

/** `s` snoozes the focused row, `a` leads to its act. */
function useRowKeys({ entries, onSnooze }: RowKeys): void {
  const go = useGo()
  const act = (entry: TodayEntry) => {
    const { place } = actOfEntry(entry)
    go(place.to, place.search && { search: place.search })
  }
  const withRow = (then: (entry: TodayEntry) => void) => () => {
    const entry = entries.find((each) => keyOf(each) === focusedEntry())
    if (entry) then(entry)
  }
  useKeys(onSnooze ? { s: withRow(onSnooze), a: withRow(act) } : {})
}
