import { Button, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { reportProblem } from '#contract/app/customer.ts'
import type { CustomerJob } from '#contract/app/job.ts'
import { type ProblemKind, problemKinds } from '#contract/reports.ts'
import { SupportLink } from '../../kit/company-links.tsx'
import { limitsOf } from '../../kit/limits.ts'
import { notify } from '../../kit/notices.tsx'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { KindField } from '../../shared/kind-field.tsx'
import { toNewState } from '../../shared/new-state.ts'
import { useSheetAct } from '../../shared/use-sheet-act.ts'
import { rememberJob } from '../remember-job.ts'
import type { UploadedHere } from '../start/form-values.ts'
import { PhotosField } from '../start/photos-field.tsx'

type ProblemFormProps = { job: CustomerJob; onClose: () => void }

const maxPhotos = 4

/** Reports a problem: its kind, and optionally a text and photos. */
export function ProblemForm({ job, onClose }: ProblemFormProps) {
  const { t } = useTexts(['app', 'live'])
  const [kind, setKind] = useState<ProblemKind | ''>('')
  const [text, setText] = useState('')
  const [photos, setPhotos] = useState<UploadedHere[]>([])
  const [isMissing, setMissing] = useState(false)
  const { report, isPending, error } = useReport(job, onClose)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(!kind)
    if (kind) report({ kind, text: text.trim(), photos })
    else event.currentTarget.querySelector('input')?.focus()
  }
  const isPaid = job.status === 'completed'
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Refused error={error}>{error}</Refused>
        <Text>{t(isPaid ? 'live:problem.leadPaid' : 'live:problem.lead')}</Text>
        <KindField
          label={t('live:problem.what')}
          kinds={problemKinds}
          wordsOf={(each) => t(`live:problem.kind.${each}`)}
          value={kind}
          onChange={setKind}
          missing={isMissing && t('live:problem.missing')}
        />
        <Textarea
          label={t('live:problem.text')}
          description={t('live:problem.textHelp')}
          autosize
          minRows={3}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          {...limitsOf(reportProblem.body, 'text')}
        />
        <PhotosField
          max={maxPhotos}
          help={t('live:problem.photosHelp', { max: maxPhotos })}
          photos={photos}
          onAdded={(photo) => setPhotos((known) => [...known, photo])}
          onRemoved={(id) => setPhotos((known) => known.filter(({ photo_id }) => photo_id !== id))}
        />
        <Text size="sm">
          <SupportLink />
        </Text>
        <Button type="submit" size="lg" loading={isPending}>
          {t('live:problem.act')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('live:problem.back')}
        </Button>
      </Stack>
    </form>
  )
}

type Reported = { kind: ProblemKind; text: string; photos: UploadedHere[] }

function useReport({ job_id }: CustomerJob, onClose: () => void) {
  const { t } = useTexts('live')
  const [problem_id] = useState(() => crypto.randomUUID())
  const { follow, isPending, error } = useSheetAct(onClose, t('problem.later'))
  const report = ({ kind, text, photos }: Reported) => {
    const photo_ids = photos.map(({ photo_id }) => photo_id)
    const body = { problem_id, kind, ...(text && { text }), ...(photo_ids.length > 0 && { photo_ids }) }
    follow(sendReliably(reportProblem, { params: { job_id }, body }, job_id), {
      onDone: (job) => {
        rememberJob(job)
        notify({ text: t('problem.done') })
        onClose()
        toNewState()
      },
    })
  }
  return { report, isPending, error }
}
