import { Button, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import { changeNotes } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { readSetting, writeSetting } from '../../kit/settings.ts'
import { useErrorText } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { Section } from '../../shared/section.tsx'
import { rememberJob } from '../remember-job.ts'

/** The notes, the only part that a customer may change (spec part 1, 2). Unsaved text survives a reload. */
export function NotesSection({ job }: { job: CustomerJob }) {
  const { t } = useTexts('app')
  const { notes, setNotes, isChanged, save, isSaving } = useNotes(job)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save()
  }
  return (
    <Section title={t('notes.title')}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            label={t('notes.label')}
            description={t('notes.help')}
            value={notes}
            onChange={(event) => setNotes(event.currentTarget.value)}
            {...limitsOf(changeNotes.body, 'notes')}
            required={false}
          />
          <Button type="submit" variant="default" disabled={!isChanged} loading={isSaving}>
            {t('notes.save')}
          </Button>
        </Stack>
      </form>
    </Section>
  )
}

function useNotes({ job_id, notes: saved }: CustomerJob) {
  const { t } = useTexts('app')
  const errorText = useErrorText()
  const setting = `notes.${job_id}`
  const [notes, setNotes] = useState(() => readSetting(setting) ?? saved ?? '')
  const [isSaving, setSaving] = useState(false)
  const isChanged = notes.trim() !== (saved ?? '')
  useEffect(() => writeSetting(setting, isChanged ? notes : null), [setting, notes, isChanged])
  const save = () => {
    // Offline, the request is queued and the banner shows that.
    setSaving(navigator.onLine)
    sendReliably(changeNotes, { params: { job_id }, body: { notes } }, job_id)
      .then(
        (job) => {
          rememberJob(job)
          notify({ text: t('notes.saved') })
        },
        (error: unknown) => notify({ text: errorText(error), kind: 'bad' }),
      )
      .finally(() => setSaving(false))
  }
  return { notes, setNotes, isChanged, save, isSaving }
}
