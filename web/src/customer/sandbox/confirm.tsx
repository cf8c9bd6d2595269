import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { confirmSandboxPayment } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { Shell } from '../../kit/shell.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { SandboxMark } from '../pay/sandbox-mark.tsx'
import { backTo } from './back.ts'
import '../../shared/app.css'
import '../customer.css'
import { Refused } from '../../kit/refused.tsx'

/** Replaces the bank's confirmation page (3-D Secure) where no real money moves. */
export function SandboxConfirm() {
  const { t } = useTexts('card')
  const { payment = '', back } = useSearch({ strict: false })
  const answer = useMutation({
    mutationFn: (approve: boolean) =>
      call(confirmSandboxPayment, { params: { payment_id: payment }, body: { approve } }),
    onSuccess: () => location.assign(backTo(back)),
  })
  const isBusy = answer.isPending || answer.isSuccess
  return (
    <Shell title={t('bank.title')}>
      <Stack className="app-narrow">
        <SandboxMark text={t('bank.mark')} />
        <Refused error={answer.error} />
        <Text size="lg">{t('bank.text')}</Text>
        <Button size="lg" loading={isBusy} onClick={() => answer.mutate(true)}>
          {t('bank.approve')}
        </Button>
        <Button size="lg" variant="default" disabled={isBusy} onClick={() => answer.mutate(false)}>
          {t('bank.refuse')}
        </Button>
      </Stack>
    </Shell>
  )
}
