import { useState } from 'react'
import { createJob, type JobInput } from '#contract/partner.ts'
import { type StoryName, stories } from '#contract/sandbox/stories.ts'
import { type JobSize, jobSizes } from '#contract/vocabulary.ts'
import { askAndTell } from '../api.ts'
import { CodeBlock } from '../code-block.tsx'
import { Segments, SelectField, TextField } from '../field.tsx'
import { Problem } from '../problem.tsx'
import { useConsoleTexts, useTexts } from '../texts.ts'
import { useAct } from '../use-act.ts'
import { Coded } from './coded.tsx'
import { curlOf } from './curl.ts'
import type { SessionJob } from './session-jobs.ts'
import { useStoryTells } from './use-story-tells.ts'

/** Creates a job by the real operation, and shows the request and its response. */
export function NewJob({ id, onCreated }: { id: string; onCreated: (job: SessionJob) => void }) {
  const t = useTexts()
  const { create: words, storyNames } = useConsoleTexts()
  const tells = useStoryTells()
  const { story, setStory, title, setTitle, size, setSize, from, setFrom, to, setTo, body } = useFields()
  const [answer, setAnswer] = useState<string | null>(null)
  const { isBusy, refusal, run } = useAct()
  const create = async () => {
    setAnswer(null)
    const { output: job, sent } = await askAndTell(createJob, { body })
    setAnswer(JSON.stringify(job, null, 2))
    onCreated({ id: job.job_id, title, story, status: job.status, sent: [sent] })
  }
  return (
    <form
      id={id}
      className="tool-card tool-stack"
      onSubmit={(event) => {
        event.preventDefault()
        void run(create)
      }}
    >
      <h2>{words.heading}</h2>
      <SelectField
        label={words.story}
        value={story}
        onChange={setStory}
        options={stories.map(({ name }) => [name, storyNames[name]])}
        help={<Coded text={tells[story] ?? ''} />}
      />
      <TextField label={t.jobTitle} value={title} onChange={setTitle} maxLength={200} />
      <Segments
        label={t.size}
        value={size}
        onChange={setSize}
        options={jobSizes.map((each) => [each, each])}
        help={t.sizes[size]}
      />
      <TextField label={t.pickup} value={from} onChange={setFrom} maxLength={500} />
      <TextField label={t.dropoff} value={to} onChange={setTo} maxLength={500} />
      <button type="submit" className="tool-button" disabled={isBusy}>
        {words.act}
      </button>
      <Problem refusal={refusal} />
      <div>
        <CodeBlock title={words.request} code={curlOf(createJob, body)} />
        {answer && <CodeBlock title={words.answer} code={answer} />}
      </div>
    </form>
  )
}

const phoneOf = (name: StoryName): string => stories.find((story) => story.name === name)?.phone ?? ''

/** The fields, filled with the sample trip, and their request. */
function useFields() {
  const t = useTexts()
  const [story, setStory] = useState<StoryName>('happy')
  const [title, setTitle] = useState(t.sampleTitle)
  const [size, setSize] = useState<JobSize>('M')
  const [from, setFrom] = useState(t.samplePickup)
  const [to, setTo] = useState(t.sampleDropoff)
  const body: JobInput = {
    title,
    size,
    pickup: { address: from },
    dropoff: { address: to },
    customer_phone: phoneOf(story),
  }
  return { story, setStory, title, setTitle, size, setSize, from, setFrom, to, setTo, body }
}
