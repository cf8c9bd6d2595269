import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import type { Message } from '#contract/app/conversation.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { timeOfDay } from '../../kit/when.ts'
import { useLocalImage } from '../local-image.ts'
import { ownPath } from '../own-path.ts'
import { IconFlag } from './icons.ts'
import type { OutgoingMessage } from './unsent.ts'

type BubbleProps = {
  message: Message
  isOwn: boolean
  /** Of the sender, if it is not the own side. */
  name: string
  /** Of the last own message; null for others. */
  state: 'sent' | 'read' | null
  /** Null for a message that cannot be reported. */
  onReport: (() => void) | null
}

/** One message. */
export function Bubble({ message, isOwn, name, state, onReport }: BubbleProps) {
  const { t } = useTexts('talk')
  const { text, photo, sent_at, reported_as } = message
  const when = timeOfDay(sent_at)
  return (
    <li className="app-bubble" data-own={isOwn || undefined}>
      <VisuallyHidden>{t('says', { name: isOwn ? t('you') : name })}</VisuallyHidden>
      {text !== null && <p className="app-bubble-text">{text}</p>}
      {text === null && !photo && <p className="app-bubble-text">{t('photoGone')}</p>}
      {photo && (
        <a href={ownPath(photo.url)} target="_blank" rel="noreferrer">
          <img
            src={ownPath(photo.url)}
            alt={t('photo', { when })}
            width={photo.width}
            height={photo.height}
            loading="lazy"
          />
        </a>
      )}
      <small>
        <time dateTime={sent_at}>{when}</time>
        {isOwn && state && ` · ${t(`state.${state}`)}`}
        {onReport && !reported_as && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`${t('report.open')}, ${when}`}
            onClick={onReport}
          >
            <IconFlag size={16} aria-hidden />
          </ActionIcon>
        )}
      </small>
      {reported_as && <small>{t('report.reported')}</small>}
    </li>
  )
}

type OutgoingProps = {
  message: OutgoingMessage
  isOnline: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** A message that is not sent yet, or was refused. */
export function OutgoingBubble({ message, isOnline, onRetry, onDiscard }: OutgoingProps) {
  const { t } = useTexts('talk')
  const { content, refusal } = message
  const show = useLocalImage(content)
  return (
    <li className="app-bubble" data-own data-waits>
      <VisuallyHidden>{t('says', { name: t('you') })}</VisuallyHidden>
      {typeof content === 'string' ? (
        <p className="app-bubble-text">{content}</p>
      ) : (
        <img ref={show} alt={t('ownPhoto')} />
      )}
      <small>{refusal ? t('state.failed') : t(isOnline ? 'state.sending' : 'state.waiting')}</small>
      {refusal && (
        <div role="alert" className="app-bubble-refusal">
          <p>{refusal}</p>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('retry')}
          </Button>
          <Button size="xs" variant="subtle" onClick={onDiscard}>
            {t('discard')}
          </Button>
        </div>
      )}
    </li>
  )
}
