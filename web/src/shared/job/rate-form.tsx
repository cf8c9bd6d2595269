import { Button, Input, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { rateCarrier } from '#contract/app/customer.ts'
import { limitsOf } from '../../kit/limits.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Stars } from './stars.tsx'

type RateFormProps = {
  /** Text that says who can read the comment. */
  help: string
  onRate: (rating: { stars: number; comment?: string }) => void
  isSending: boolean
}

/** Stars and an optional comment. */
export function RateForm({ help, onRate, isSending }: RateFormProps) {
  const { t } = useTexts('app')
  const [stars, setStars] = useState(0)
  const [comment, setComment] = useState('')
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(stars === 0)
    if (stars > 0) onRate({ stars, ...(comment.trim() && { comment: comment.trim() }) })
    else event.currentTarget.querySelector<HTMLElement>('[value="1"]')?.focus()
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Stars value={stars} onChange={setStars} />
        <div role="alert">
          {isMissing && stars === 0 && <Input.Error size="md">{t('rate.missing')}</Input.Error>}
        </div>
        <Textarea
          label={t('rate.comment')}
          description={help}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          {...limitsOf(rateCarrier.body, 'comment')}
        />
        <Button type="submit" loading={isSending}>
          {t('rate.act')}
        </Button>
      </Stack>
    </form>
  )
}
