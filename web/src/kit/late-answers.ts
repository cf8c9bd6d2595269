import i18next from 'i18next'
import { notify } from './notices.tsx'
import { refresh } from './query-client.ts'
import { onLateAnswer } from './waiting.ts'

/** Refreshes all data, and shows an error as a toast, when a request queued by an earlier page gets its response. */
export function tellLateAnswers(): void {
  onLateAnswer((_act, answer) => {
    void refresh()
    if (answer.ok) return
    notify({ text: answer.error.message || i18next.t('error.title', { ns: 'kit' }), kind: 'bad' })
  })
}
