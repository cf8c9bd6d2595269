import type { WebOperation } from '../kit/api.ts'
import { notify } from '../kit/notices.tsx'
import { readAgain } from '../kit/query-client.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { useActErrorText } from './act-error.ts'
import { awaitingProof, type Planned, plan } from './planned.ts'
import { ProofCancelled, withProof } from './proof.ts'

type PlanInput = Pick<Planned, 'subject' | 'text' | 'send'> & {
  /** Shown after the act was done. */
  done: string
  /** Asks for the fresh proof now, so the act does not ask for it when it is sent later. */
  prove: () => Promise<void>
  /** Queries whose responses the act changes. */
  changed: Pick<WebOperation, 'operationId'>[]
}

/** Plans an act that can be undone for ten seconds (`planned.ts`), and shows its outcome. */
export function usePlan() {
  const { t } = useTexts('panel')
  const errorText = useActErrorText()
  // A refusal can arrive ten seconds after the click, when another page is open, so the notice names the act.
  const showRefusal = (text: string, error: unknown) => {
    if (error instanceof ProofCancelled) return
    notify({ text: t('undo.refused', { text, why: errorText(error) }), kind: 'bad' })
  }
  return ({ subject, text, send, done, prove, changed }: PlanInput) => {
    const planNow = () =>
      plan({
        subject,
        text,
        // No dialog can open on a page that closes.
        send: (options) => (options.keepalive ? send(options) : withProof(() => send(options))),
        onEnded: ({ error, isUndone }) => {
          if (isUndone) return notify({ text: t('undo.undone') })
          if (error) showRefusal(text, error)
          else notify({ text: done })
          void readAgain(...changed)
        },
      })
    awaitingProof(text, prove()).then(planNow, (error: unknown) => showRefusal(text, error))
  }
}
