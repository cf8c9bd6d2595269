import { useState } from 'react'
import { TextField } from '../field.tsx'
import { useConsoleTexts } from '../texts.ts'
import { StatusChip } from './status-chip.tsx'
import type { World } from './use-world.ts'

type Props = { world: World; onOpen: (id: string) => void }

/** The jobs of this tab, the newest first, and a field to open another one. */
export function JobList({ world: { jobs, selectedId, keep }, onOpen }: Props) {
  const { jobs: t, storyNames } = useConsoleTexts()
  const [entered, setEntered] = useState('')
  const openEntered = () => {
    const id = entered.trim().toLowerCase()
    if (!id) return
    if (!jobs.some((job) => job.id === id)) keep({ id })
    setEntered('')
    onOpen(id)
  }
  return (
    <div className="tool-card tool-stack">
      <h2>{t.heading}</h2>
      {jobs.length === 0 && <p className="tool-soft">{t.none}</p>}
      <ul className="console-jobs">
        {jobs.map(({ id, title, story, status }) => (
          <li key={id}>
            <button type="button" aria-current={id === selectedId} onClick={() => onOpen(id)}>
              <span className="console-job-title">
                {title}
                {story && <small>{storyNames[story]}</small>}
              </span>
              <StatusChip status={status} />
            </button>
          </li>
        ))}
      </ul>
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
