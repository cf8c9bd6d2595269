import { lazy, Suspense, useEffect, useState } from 'react'
import { readMe } from '#contract/app/account.ts'
import { call } from './api.ts'
import { onTermsNeeded } from './terms.ts'

type Question = { version: string; answer: (isAccepted: boolean) => void }

/** Loaded when a person is asked, which is once for each version. */
const TermsDialog = lazy(() => import('./terms-dialog.tsx').then((file) => ({ default: file.TermsDialog })))

/**
 * Asks for new terms when a request needs them. The request waits and is then retried, so the person loses no input.
 */
export function TermsHost() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => onTermsNeeded(() => ask(setQuestion)), [])
  if (!question) return null
  const close = (isAccepted: boolean) => {
    setQuestion(null)
    question.answer(isAccepted)
  }
  return (
    <Suspense fallback={null}>
      <TermsDialog version={question.version} onDone={close} />
    </Suspense>
  )
}

/** Reads which version is in force now: the page may be older. */
async function ask(show: (question: Question) => void): Promise<boolean> {
  const { terms } = await call(readMe, {})
  if (!terms || terms.accepted_at) return true
  return new Promise((answer) => show({ version: terms.version, answer }))
}
