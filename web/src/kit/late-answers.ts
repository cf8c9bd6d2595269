import { createElement } from 'react'
import { notify } from './notices.tsx'
import { refresh } from './query-client.ts'
import { WithSupport } from './states.tsx'
import { texts } from './texts/texts.ts'
import { onLateAnswer } from './waiting.ts'

/** Refreshes all data, and shows an error as a toast, when a request queued by an earlier page gets its response. */
export function tellLateAnswers(): void {
  onLateAnswer((_act, answer) => {
    void refresh()
    if (answer.ok) return
    const { message, supportUrl: url } = answer.error
    const text = message || texts.translatorOf(['kit'])('error.title')
    notify({ text: url ? createElement(WithSupport, { message, url }) : text, kind: 'bad' })
  })
}
