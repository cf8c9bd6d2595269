import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '../../kit/icons.ts'
import { shownPhone } from '../../kit/phone-number.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'

/** A phone number to read and to copy: a computer has nothing to call with. */
export function ShownNumber({ phone }: { phone: string }) {
  const { t } = useTexts('kit')
  const { copy, copied } = useClipboard({ timeout: 3_000 })
  const Icon = copied ? IconCheck : IconCopy
  const number = shownPhone(phone)
  return (
    <div className="app-number">
      <span className="app-number-digits">{number}</span>
      <Button
        variant="subtle"
        leftSection={<Icon size={18} aria-hidden />}
        aria-label={t('copyNumber', { phone: number })}
        onClick={() => copy(phone)}
      >
        <span aria-live="polite">{copied ? t('copied') : t('copy')}</span>
      </Button>
    </div>
  )
}
