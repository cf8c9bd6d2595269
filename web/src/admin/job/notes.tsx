import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { addJobNote } from '#contract/admin/job-acts.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { Section } from '../../panel/section.tsx'
import { useQuietAct } from '../../panel/use-act.ts'
import { useKeys } from '../../panel/use-keys.ts'
import { mayCall, useMe } from '../session/me.ts'

/** What the team wrote about the job. */
export function Notes({ job: { job_id, internal_notes, acts } }: { job: JobForStaff }) {
  const { t } = useTexts('jobs')
  const me = useMe()
  const whyNot = acts.find(({ act }) => act === 'note')?.why_not
  const mayWrite = mayCall(me, addJobNote) && !whyNot
  return (
    <Section title={t('job.notes')} text={t('job.notesText')}>
      <ul className="panel-list">
        {internal_notes.map(({ note_id, author, text, created_at }) => (
          <li key={note_id}>
            <div>
              <p className="job-note">{text}</p>
              <small>
                {author} · {dayAndTime(created_at)}
              </small>
            </div>
          </li>
        ))}
      </ul>
      {internal_notes.length === 0 && !mayWrite && <p>{t('job.noNotes')}</p>}
      {mayWrite && <NoteForm jobId={job_id} />}
    </Section>
  )
}

function NoteForm({ jobId }: { jobId: string }) {
  const { t } = useTexts('jobs')
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const write = useQuietAct({
    act: () => call(addJobNote, { params: { job_id: jobId }, body: { text: text.trim() } }),
    onDone: () => {
      setText('')
      notify({ text: t('job.noteDone') })
      return readAgain(readJobForStaff)
    },
  })
  useKeys({ n: () => field.current?.focus() })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) write.mutate()
    else field.current?.focus()
  }
  return (
    <form onSubmit={submit}>
      <Refusal error={write.error} />
      <Textarea
        ref={field}
        label={t('job.note')}
        autosize={false}
        rows={2}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
        }}
      />
      <Button type="submit" variant="default" mt="xs" loading={write.isPending}>
        {t('job.addNote')}
      </Button>
    </form>
  )
}
