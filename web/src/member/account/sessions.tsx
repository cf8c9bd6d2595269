import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { StaffSession } from '#contract/admin/own-access.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime, fromNow } from '../../kit/when.ts'
import { IconDeviceDesktop } from '../../panel/icons.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useAct } from '../../panel/use-act.ts'
import { useSurface } from '../surface.ts'

/** The member's sessions, each of which can be ended. */
export function SessionsSection() {
  const { t } = useTexts('member')
  const { listSessions, endOtherSessions } = useSurface().operations
  const { data, error } = useQuery(reading(listSessions, {}))
  const endOthers = useEnding(() => call(endOtherSessions, {}))
  const sessions = data?.sessions ?? []
  const others = sessions.length > 1 && (
    <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
      {t('account.endOthers')}
    </Button>
  )
  return (
    <Section title={t('account.sessions')} actions={others}>
      {!data && <Refusal error={error} />}
      <ul className="panel-list">
        {sessions.map((session) => (
          <OneSession key={session.session_id} session={session} />
        ))}
      </ul>
    </Section>
  )
}

function OneSession({ session }: { session: StaffSession }) {
  const { t } = useTexts('member')
  const { endSession } = useSurface().operations
  const { session_id, device, created_at, last_seen_at, current } = session
  const end = useEnding(() => call(endSession, { params: { session_id } }))
  const seen = current ? t('account.thisSession') : t('account.seen', { when: fromNow(last_seen_at) })
  return (
    <li>
      <IconDeviceDesktop size={22} aria-hidden />
      <div>
        <b>{device}</b>
        <small>
          {t('account.signedInAt', { when: dayAndTime(created_at) })}, {seen}
        </small>
      </div>
      {!current && (
        <Button
          variant="default"
          aria-label={t('account.endNamed', { device })}
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          {t('account.end')}
        </Button>
      )}
    </li>
  )
}

function useEnding(end: () => Promise<unknown>) {
  const { listSessions } = useSurface().operations
  const { t } = useTexts('member')
  return useAct({
    act: end,
    onDone: () => {
      notify({ text: t('account.ended') })
      return readAgain(listSessions)
    },
  })
}
