import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { notify } from '../kit/notices.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'
import { takeLeftBehind } from './left-behind.ts'
import { allPlanned, onPlanned, type Pending, undo } from './planned.ts'

/** The planned acts, each with its time to undo it; mounted once. */
export function PlannedActs() {
  const planned = useSyncExternalStore(onPlanned, allPlanned)
  useShowLeftBehind()
  return (
    <div className="panel-planned" role="status">
      {planned.map((pending) => (
        <OnePlanned key={`${pending.subject} ${pending.dueAt}`} pending={pending} />
      ))}
    </div>
  )
}

/** Reports the outcome of the acts that waited when the previous page was left. */
function useShowLeftBehind(): void {
  const { t } = useTexts('panel')
  const show = useEffectEvent(() => {
    for (const { text, isSent } of takeLeftBehind())
      notify({
        text: t(isSent ? 'undo.leftSent' : 'undo.leftUnsent', { text }),
        ...(!isSent && { kind: 'bad' }),
      })
  })
  useEffect(() => show(), [])
}

/** Whether an act on this subject waits to be sent. */
export const useIsPlanned = (subject: string): boolean =>
  useSyncExternalStore(onPlanned, allPlanned).some((pending) => pending.subject === subject)

function OnePlanned({ pending }: { pending: Pending }) {
  const { t } = useTexts('panel')
  const seconds = useSecondsUntil(pending.dueAt)
  return (
    <div className="panel-planned-act">
      <p>
        {pending.text} {/* Not announced again every second. */}
        <span aria-hidden>{t('undo.inSeconds', { count: seconds })}</span>
      </p>
      <Button variant="white" color="dark" onClick={() => undo(pending)}>
        {t('undo.act')}
      </Button>
    </div>
  )
}

function useSecondsUntil(dueAt: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((dueAt - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 250)
    return () => clearInterval(timer)
  })
  return seconds
}
