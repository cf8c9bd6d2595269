import { Button, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '../kit/icons.ts'
import { useTexts } from '../kit/texts/use-texts.ts'

/** A text to copy, such as a link that is shown once. It can be selected where the browser refuses the clipboard. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <div className="panel-copy">
      <TextInput
        label={label}
        value={text}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={text} />
    </div>
  )
}

export function CopyButton({ text }: { text: string }) {
  const { t } = useTexts('panel')
  const { copy, copied } = useClipboard({ timeout: 3_000 })
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => copy(text)}>
      <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
    </Button>
  )
}
