import { useState } from 'react'
import { createJob } from '#contract/partner.ts'
import { TextField } from '../field.tsx'
import { useConsoleTexts } from '../texts.ts'
import type { SessionJob } from './session-jobs.ts'
import { StatusChip } from './status-chip.tsx'
import type { World } from './use-world.ts'

type Props = { world: World; onOpen: (id: string) => void }

/** The jobs of the key, the newest first, and a field to open one by its id. */
export function JobList({ world: { jobs, hasMore, showMore, refresh, selectedId, keep }, onOpen }: Props) {
  const { jobs: t, storyNames } = useConsoleTexts()
  const [entered, setEntered] = useState('')
  const openEntered = () => {
    const id = entered.trim().toLowerCase()
    if (!id) return
    if (!jobs.some((job) => job.id === id)) keep({ id })
    setEntered('')
    onOpen(id)
  }
  const openMore = () => {
    showMore()
    void refresh()
  }
  return (
    <div className="tool-card tool-stack">
      <h2>{t.heading}</h2>
      {jobs.length === 0 && <p className="tool-soft">{t.none}</p>}
      <ul className="console-jobs">
        {jobs.map(({ id, title, story, status, sent }) => (
          <li key={id}>
            <button type="button" aria-current={id === selectedId} onClick={() => onOpen(id)}>
              <span className="console-job-title">
                {title}
                <small>
                  {[story && storyNames[story], isMadeHere(sent) && t.madeHere].filter(Boolean).join(' · ')}
                </small>
              </span>
              <StatusChip status={status} />
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className="tool-link" onClick={openMore}>
          {t.more}
        </button>
      )}
      <form
        className="tool-row"
        onSubmit={(event) => {
          event.preventDefault()
          openEntered()
        }}
      >
        <TextField label={t.open} value={entered} onChange={setEntered} maxLength={40} />
        <button type="submit" className="tool-button" data-look="plain">
          {t.openAct}
        </button>
      </form>
    </div>
  )
}

const isMadeHere = (sent: SessionJob['sent']): boolean =>
  sent?.some(({ call }) => call === `${createJob.method} ${createJob.url}`) ?? false
