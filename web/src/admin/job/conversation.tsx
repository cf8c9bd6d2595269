import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { answerPerson, readConversationForStaff } from '#contract/admin/job-conversation.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { StaffMessage } from '#contract/admin/job-messages.ts'
import { maxMessage } from '#contract/app/conversation.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { ownPath } from '../../shared/own-path.ts'
import { mayCall, useMe } from '../session/me.ts'
import { changedByActs } from './use-send-act.ts'

type Side = 'customer' | 'carrier'

/** What customer and carrier write to the operator about a report, and to each other (decision 71). */
export function ConversationSection({ job }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const { open, messages, together_count } = job.conversation
  if (!open && messages.length === 0) return null
  return (
    <Section title={t('job.talk.title')} text={t('job.talk.text')}>
      <Thread job={job} side="customer" />
      <Thread job={job} side="carrier" />
      {formerCarriers(job).map(({ account_id, name }) => (
        <Thread
          key={account_id}
          job={job}
          side="carrier"
          former={{ account_id, name: name ?? t('job.talk.erased') }}
        />
      ))}
      {together_count > 0 && <Together job={job} />}
    </Section>
  )
}

/** Those who have the job no longer. */
const formerCarriers = ({ carrier, conversation: { carriers } }: JobForStaff) =>
  carriers.filter(({ account_id }) => account_id !== carrier?.account_id)

type ThreadProps = { job: JobForStaff; side: Side; former?: { account_id: string; name: string } }

function Thread({ job, side, former }: ThreadProps) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const carrierId = former?.account_id ?? job.carrier?.account_id ?? null
  const messages = job.conversation.messages.filter(
    ({ thread, carrier_id }) => thread === side && (side === 'customer' || carrier_id === carrierId),
  )
  const isOpen =
    side === 'customer'
      ? job.conversation.open && job.customer !== null
      : job.conversation.carriers.some(({ account_id, open }) => account_id === carrierId && open)
  const mayAnswer = isOpen && mayCall(me, answerPerson)
  if (messages.length === 0 && !mayAnswer) return null
  const isAsked = messages.some(({ waits }) => waits)
  return (
    <div className="job-thread">
      <h3>{former ? t('job.talk.former', former) : t(`job.talk.threads.${side}`)}</h3>
      <MessageList messages={messages} carriers={job.conversation.carriers} none={t('job.talk.none')} />
      {mayAnswer && (
        <AnswerForm jobId={job.job_id} side={side} carrierId={former?.account_id} isAsked={isAsked} />
      )}
    </div>
  )
}

type MessageListProps = {
  messages: readonly StaffMessage[]
  carriers: JobForStaff['conversation']['carriers']
  none: string
}

function MessageList({ messages, carriers, none }: MessageListProps) {
  const { t } = useTexts('jobs')
  const nameOf = (id: string) =>
    carriers.find(({ account_id }) => account_id === id)?.name ?? t('job.talk.erased')
  if (messages.length === 0) return <p>{none}</p>
  return (
    <ul className="panel-list">
      {messages.map(
        ({ message_id, by, author, text, photo_url, report, about_carrier_id, waits, sent_at }) => (
          <li key={message_id}>
            <div>
              {text && <p className="job-note">{text}</p>}
              {photo_url && (
                <a href={ownPath(photo_url)} target="_blank" rel="noreferrer" className="job-report-photo">
                  <img src={ownPath(photo_url)} alt={t('job.talk.photo')} loading="lazy" />
                </a>
              )}
              {report && (
                <Mark look="bad">
                  {t('job.talk.reported', { kind: t(`job.talk.reportKinds.${report}`) })}
                </Mark>
              )}
              <small>
                {author ?? t(`job.actors.${by}`)} · {dayAndTime(sent_at)}
                {about_carrier_id && <> · {t('job.talk.about', { name: nameOf(about_carrier_id) })}</>}
              </small>
            </div>
            {waits && <Mark look="bad">{t('job.talk.waits')}</Mark>}
          </li>
        ),
      )}
    </ul>
  )
}

type AnswerProps = { jobId: string; side: Side; carrierId: string | undefined; isAsked: boolean }

function AnswerForm({ jobId, side, carrierId, isAsked }: AnswerProps) {
  const { t } = useTexts('jobs')
  const field = useRef<HTMLTextAreaElement>(null)
  const [{ act }] = useAddress()
  const [told, setTold] = useState('')
  // One id for each text: a second click sends the same answer again.
  const sent = useRef({ told: '', message_id: '' })
  const write = useQuietAct({
    act: () => {
      const words = told.trim()
      if (sent.current.told !== words) sent.current = { told: words, message_id: crypto.randomUUID() }
      const { message_id } = sent.current
      return call(answerPerson, {
        params: { job_id: jobId },
        body: { message_id, to: side, told: words, ...(carrierId && { carrier_id: carrierId }) },
      })
    },
    onDone: () => {
      setTold('')
      sent.current = { told: '', message_id: '' }
      notify({ text: t('job.talk.done') })
      return readAgain(...changedByActs)
    },
  })
  // *Today* leads here. The page focuses its heading first.
  useEffect(() => {
    if (act !== 'answer_person' || !isAsked) return undefined
    const later = setTimeout(() => field.current?.focus())
    return () => clearTimeout(later)
  }, [act, isAsked])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (told.trim()) write.mutate()
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={write.error} />
      <Textarea
        ref={field}
        label={t(`job.talk.answer.${side}`)}
        autosize={false}
        rows={2}
        maxLength={maxMessage}
        value={told}
        onChange={(event) => setTold(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <Button type="submit" variant="default" mt="xs" loading={write.isPending}>
        {t('job.talk.send')}
      </Button>
    </form>
  )
}

/** What both sides wrote to each other: read only when asked for, because each reading is recorded. */
function Together({ job }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const [isAsked, setAsked] = useState(false)
  const read = reading(readConversationForStaff, { params: { job_id: job.job_id } })
  const { data, error, isFetching, refetch } = useQuery({
    ...read,
    enabled: isAsked,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (!mayCall(me, readConversationForStaff)) return null
  const ask = () => {
    // After an error.
    if (isAsked) return void refetch()
    queryClient.removeQueries({ queryKey: read.queryKey })
    return setAsked(true)
  }
  return (
    <div className="job-thread">
      <h3>{t('job.talk.together')}</h3>
      <p>
        {t('job.talk.count', { count: job.conversation.together_count })}{' '}
        {t(job.conversation.open ? 'job.talk.readNote' : 'job.talk.closed')}
      </p>
      <Refusal error={error} />
      {data ? (
        <MessageList
          messages={data.messages}
          carriers={job.conversation.carriers}
          none={t('job.talk.empty')}
        />
      ) : (
        job.conversation.open && (
          <Button variant="default" loading={isFetching} onClick={ask}>
            {t('job.talk.read')}
          </Button>
        )
      )}
    </div>
  )
}
