import { ActionIcon, FileButton, Textarea } from '@mantine/core'
import { type FormEvent, type KeyboardEvent, useRef } from 'react'
import { sendMessage } from '#contract/app/conversation.ts'
import { IconCamera } from '../../kit/icons.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { IconSend } from './icons.ts'
import { useDraft } from './unsent.ts'
import type { About } from './use-conversation.ts'

type ComposerProps = { about: About; onText: (text: string) => void; onPhoto: (file: File) => void }

const { maxLength } = limitsOf(sendMessage.body, 'text')

/** Writes a message, or sends a photo. With a keyboard, Enter sends and Shift with Enter breaks the line. */
export function Composer({ about, onText, onPhoto }: ComposerProps) {
  const { t } = useTexts('talk')
  const field = useRef<HTMLTextAreaElement>(null)
  const reset = useRef<() => void>(null)
  const [text, setText] = useDraft(about)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (words) onText(words)
    setText('')
    field.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isPlain = !event.shiftKey && !event.nativeEvent.isComposing && hasKeyboard()
    if (event.key === 'Enter' && (isPlain || event.ctrlKey || event.metaKey)) send(event)
  }
  const choose = (file: File | null) => {
    if (file) onPhoto(file)
    reset.current?.()
  }
  return (
    <form className="app-composer" onSubmit={send}>
      <FileButton
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={choose}
        resetRef={reset}
      >
        {(button) => (
          <ActionIcon {...button} variant="default" size={44} radius="xl" aria-label={t('addPhoto')}>
            <IconCamera size={22} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      <Textarea
        ref={field}
        className="app-composer-field"
        aria-label={t('field')}
        placeholder={t('field')}
        autosize
        minRows={1}
        maxRows={5}
        size="md"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...(maxLength !== undefined && { maxLength })}
      />
      <ActionIcon type="submit" size={44} radius="xl" aria-label={t('send')} aria-disabled={!text.trim()}>
        <IconSend size={22} aria-hidden />
      </ActionIcon>
    </form>
  )
}

/** On a phone, Enter breaks the line. */
const hasKeyboard = (): boolean => matchMedia('(hover: hover) and (pointer: fine)').matches
