import { useRef, useState } from 'react'
import { fillWindow } from '#contract/sandbox/window.ts'
import { deleteWorld } from '#contract/sandbox/world.ts'
import { ask } from '../api.ts'
import { Problem } from '../problem.tsx'
import { useConsoleTexts } from '../texts.ts'
import { useAct } from '../use-act.ts'
import type { World } from './use-world.ts'

/** Controls for the whole key: its requests, and the deletion of all its jobs. */
export function WorldCard({ world, onTold }: { world: World; onTold: (text: string) => void }) {
  const { world: t } = useConsoleTexts()
  const [said, setSaid] = useState<string | null>(null)
  const { isBusy, refusal, run } = useAct()
  const tell = (text: string) => {
    setSaid(text)
    onTold(text)
  }
  const useUp = async () => {
    const { remaining, limit } = await ask(fillWindow, { body: { remaining: 0 } })
    tell(t.used(remaining, limit))
  }
  const remove = async () => {
    await ask(deleteWorld, {})
    world.forgetAll()
    await world.refresh()
    tell(t.removed)
  }
  return (
    <div className="tool-card tool-stack">
      <h2>{t.heading}</h2>
      <div className="tool-stack">
        <p className="tool-soft">{t.useUpWhy}</p>
        <button
          type="button"
          className="tool-button"
          data-look="plain"
          disabled={isBusy}
          onClick={() => void run(useUp)}
        >
          {t.useUp}
        </button>
      </div>
      <div className="console-part tool-stack">
        <p className="tool-soft">{t.removeWhy}</p>
        <Removal isBusy={isBusy} onRemove={() => void run(remove)} />
      </div>
      {said && <p>{said}</p>}
      <Problem refusal={refusal} />
    </div>
  )
}

/** Confirms the deletion in a native dialog, which holds the focus. */
function Removal({ isBusy, onRemove }: { isBusy: boolean; onRemove: () => void }) {
  const { world: t } = useConsoleTexts()
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button
        type="button"
        className="tool-button"
        data-look="danger"
        disabled={isBusy}
        onClick={() => dialog.current?.showModal()}
      >
        {t.remove}
      </button>
      <dialog ref={dialog} className="console-dialog" aria-label={t.removeSure}>
        <p>{t.removeSure}</p>
        <form method="dialog" className="console-moves">
          <button className="tool-button" data-look="plain">
            {t.removeNo}
          </button>
          <button className="tool-button" data-look="danger" onClick={onRemove}>
            {t.removeYes}
          </button>
        </form>
      </dialog>
    </>
  )
}
