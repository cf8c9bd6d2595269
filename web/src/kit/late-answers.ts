import i18next from 'i18next'
import { notify } from './notices.tsx'
import { queryClient } from './query-client.ts'
import { onLateAnswer } from './waiting.ts'

/** What an earlier page began and nobody waits for any more: its outcome is shown, and a refusal is said. */
export function tellLateAnswers(): void {
  onLateAnswer((_act, answer) => {
    void queryClient.invalidateQueries()
    if (answer.ok) return
    notify({ text: answer.error.message || i18next.t('error.title', { ns: 'kit' }), kind: 'bad' })
  })
}
