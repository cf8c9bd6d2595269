import { Button, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import type { Message, SideThread } from '#contract/app/conversation.ts'
import { useOnline } from '../../kit/online.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { longDay, timeOfDay } from '../../kit/when.ts'
import { Bubble, OutgoingBubble } from './bubble.tsx'
import type { LoadedConversation } from './use-conversation.ts'
import type { Outgoing } from './use-outgoing.ts'

type MessageLogProps = {
  side: 'customer' | 'carrier'
  /** Of the other person; null if it is not known. */
  name: string | null
  thread: SideThread
  conversation: LoadedConversation
  outgoing: Outgoing
  onReport: (message: Message) => void
}

/** The messages, newest at the bottom, where the view stays. Screen readers announce new ones of the other side. */
export function MessageLog(props: MessageLogProps) {
  return (
    <>
      <MessageList {...props} />
      <Spoken {...props} />
    </>
  )
}

function MessageList({ side, name, thread, conversation, outgoing, onReport }: MessageLogProps) {
  const { t } = useTexts('talk')
  const isOnline = useOnline()
  const senderOf = useSenders({ side, name })
  const { messages, otherPosition, hasOlder } = conversation
  const last = messages.findLast(({ by }) => by === side)
  return (
    // Reversed, so the browser keeps the end in view. Scrolled with the keyboard, so it takes the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="app-talk-scroll" role="group" aria-label={t('log')} tabIndex={0}>
      <div className="app-talk-inside">
        {hasOlder && (
          <Button
            variant="default"
            size="sm"
            loading={conversation.isLoadingOlder}
            onClick={conversation.loadOlder}
          >
            {t('older')}
          </Button>
        )}
        {!hasOlder && (
          <About
            side={side}
            name={name}
            thread={thread}
            isLoaded={conversation.isLoaded}
            isEmpty={messages.length === 0}
          />
        )}
        <ul className="app-talk-list">
          {messages.map((message, index) => (
            <DayAndBubble
              key={message.message_id}
              message={message}
              before={messages[index - 1]}
              isOwn={message.by === side}
              name={senderOf(message)}
              state={message !== last ? null : message.position <= otherPosition ? 'read' : 'sent'}
              onReport={thread === 'together' && message.by !== side ? () => onReport(message) : null}
            />
          ))}
          {outgoing.waiting.map((message) => (
            <OutgoingBubble
              key={message.id}
              message={message}
              isOnline={isOnline}
              onRetry={() => outgoing.retry(message)}
              onDiscard={() => outgoing.discard(message)}
            />
          ))}
        </ul>
      </div>
    </div>
  )
}

/** Names who wrote a message, if it is not the own side. */
function useSenders({ side, name }: Pick<MessageLogProps, 'side' | 'name'>) {
  const { t } = useTexts('talk')
  return ({ by }: Message): string => (by === 'staff' ? t('team') : (name ?? t(`names.${side}`)))
}

/** More than a few at once come only with older messages or after a long time: they are read in the list. */
const maxSpoken = 3

/** For screen readers alone: what the other side has written since the thread was opened. */
function Spoken({ side, name, conversation: { messages, isLoaded } }: MessageLogProps) {
  const { t } = useTexts('talk')
  const senderOf = useSenders({ side, name })
  const [from, setFrom] = useState<number | null>(null)
  if (isLoaded && from === null) setFrom(messages.at(-1)?.position ?? 0)
  const fresh = messages.filter(({ by, position }) => by !== side && from !== null && position > from)
  return (
    <VisuallyHidden role="log">
      {fresh.slice(-maxSpoken).map((message) => (
        <p key={message.message_id}>
          {t('says', { name: senderOf(message) })}{' '}
          {message.text ?? t('photo', { when: timeOfDay(message.sent_at) })}
        </p>
      ))}
    </VisuallyHidden>
  )
}

type DayAndBubbleProps = Parameters<typeof Bubble>[0] & { before: Message | undefined }

/** The day is shown above its first message. */
function DayAndBubble({ before, ...bubble }: DayAndBubbleProps) {
  const today = longDay(bubble.message.sent_at)
  const isNewDay = !before || longDay(before.sent_at) !== today
  return (
    <>
      {isNewDay && <li className="app-talk-day">{today}</li>}
      <Bubble {...bubble} />
    </>
  )
}

type AboutProps = Pick<MessageLogProps, 'side' | 'name' | 'thread'> & { isLoaded: boolean; isEmpty: boolean }

/** What the thread is for, and who reads it. */
function About({ side, name, thread, isLoaded, isEmpty }: AboutProps) {
  const { t } = useTexts('talk')
  const [empty, privacy] = {
    together: [
      name === null ? t(`unnamed.${side}.empty`) : t('empty.together', { name }),
      t('privacy.together'),
    ],
    operator: [
      t('empty.operator'),
      name === null ? t(`unnamed.${side}.privacy`) : t('privacy.operator', { name }),
    ],
  }[thread]
  return (
    <div className="app-talk-about">
      {isLoaded ? isEmpty && <Text>{empty}</Text> : <Text>{t('absent')}</Text>}
      <Text size="sm" c="dimmed">
        {privacy}
      </Text>
    </div>
  )
}
