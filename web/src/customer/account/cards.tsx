import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listPaymentMethods, type PaymentMethod, removePaymentMethod } from '#contract/app/payments.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { readAgain, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { useCloseButton } from '../../shared/close-button.ts'
import { PartFailed } from '../../shared/part-failed.tsx'
import { Section } from '../../shared/section.tsx'
import { CardMark } from '../card/card-mark.tsx'
import { cardName, cardUntil } from '../pay/card-name.ts'
import { SandboxMark } from '../pay/sandbox-mark.tsx'
import { NewCard } from './new-card.tsx'

/** List of saved cards, which can be removed or added. */
export function CardsSection() {
  const { t } = useTexts(['account', 'app'])
  const { data, error, refetch } = useQuery(reading(listPaymentMethods, {}))
  return (
    <Section title={t('cards')}>
      <Stack gap="sm">
        {data?.sandbox && <SandboxMark text={t('app:pay.sandbox')} />}
        {!data && !error && <Loader aria-hidden />}
        {error && !data && <PartFailed error={error} onRetry={() => void refetch()} />}
        {data?.methods.length === 0 && <Text c="dimmed">{t('noCards')}</Text>}
        {data?.methods.map((method) => (
          <Card key={method.payment_method_id} method={method} />
        ))}
        {data && <NewCard form={data.card_form} />}
      </Stack>
    </Section>
  )
}

function Card({ method }: { method: PaymentMethod }) {
  const { t } = useTexts(['account', 'app'])
  const [isAsking, setAsking] = useState(false)
  const { lastFour } = cardName(method)
  const closeButton = useCloseButton()
  return (
    <Group justify="space-between">
      <Group wrap="nowrap" gap="sm">
        <CardMark brand={method.brand} />
        <div>
          <Text fw={600}>{t('app:pay.card', { ...cardName(method) })}</Text>
          <Text size="sm" c="dimmed">
            {t('app:pay.cardUntil', { ...cardUntil(method) })}
          </Text>
        </div>
      </Group>
      <Button
        variant="default"
        aria-label={t('removeCardNamed', { lastFour })}
        onClick={() => setAsking(true)}
      >
        {t('removeCard')}
      </Button>
      <Modal
        closeButtonProps={closeButton}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('removeSure', { lastFour })}
      >
        <Remove method={method} onClose={() => setAsking(false)} />
      </Modal>
    </Group>
  )
}

function Remove({ method, onClose }: { method: PaymentMethod; onClose: () => void }) {
  const { t } = useTexts(['account', 'app'])
  const { payment_method_id } = method
  const remove = useMutation({
    mutationFn: () => call(removePaymentMethod, { params: { payment_method_id } }),
    onSuccess: () => {
      notify({ text: t('removed') })
      onClose()
      return readAgain(listPaymentMethods)
    },
  })
  return (
    <Stack>
      <Refused error={remove.error} />
      <Button color="red.8" autoContrast={false} loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('removeCard')}
      </Button>
      <Button variant="default" onClick={onClose}>
        {t('kit:cancel')}
      </Button>
    </Stack>
  )
}
