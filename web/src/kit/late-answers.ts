import { createElement } from 'react'
import { notify } from './notices.tsx'
import { refresh } from './query-client.ts'
import { WithSupport } from './states.tsx'
import { texts } from './texts/texts.ts'
import { onFullDevice, onLateAnswer } from './waiting.ts'

/** From now on: says when the device has no room to store a request. */
export function showFullDevice(): void {
  onFullDevice(() => notify({ text: texts.translatorOf(['kit'])('deviceFull'), kind: 'bad' }))
}

/** From now on, when a request queued by an earlier page gets its response: refreshes all data, and shows an error. */
export function showLateAnswers(): void {
  onLateAnswer((_act, answer) => {
    void refresh()
    if (answer.ok) return
    const { message, supportUrl: url } = answer.error
    const text = message || texts.translatorOf(['kit'])('error.title')
    notify({ text: url ? createElement(WithSupport, { message, url }) : text, kind: 'bad' })
  })
}
