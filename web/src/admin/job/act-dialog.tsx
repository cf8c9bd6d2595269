import { Button, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cancelJob } from '#contract/admin/job-acts.ts'
import { limitsOf } from '../../kit/limits.ts'
import { Refusal } from '../../panel/refusal.tsx'
import { textOf } from '../../panel/text-of.ts'
import { useDialog } from '../../panel/use-dialog.ts'
import { type AskedAct, acts } from './acts.ts'
import { CarrierField } from './carrier-field.tsx'
import { centsOf } from './cents-of.ts'
import { useSendAct } from './use-send-act.ts'

type ActDialogProps = { act: AskedAct | undefined; jobId: string; onClose: () => void }

/** Asks for what an act needs: the reason, an amount, a carrier. */
export function ActDialog({ act, jobId, onClose }: ActDialogProps) {
  const { t } = useTranslation('jobs')
  return (
    <Modal
      opened={act !== undefined}
      onClose={onClose}
      title={act && t(`acts.is.${act}.act`)}
      {...useDialog()}
    >
      {act && <ActForm key={act} act={act} jobId={jobId} onClose={onClose} />}
    </Modal>
  )
}

type Faults = { reason?: string; amount?: string; carrier?: string }

function ActForm({ act, jobId, onClose }: ActDialogProps & { act: AskedAct }) {
  const { t } = useTranslation('jobs')
  const { t: kit } = useTranslation('kit')
  const [faults, setFaults] = useState<Faults>({})
  const [carrierId, setCarrierId] = useState('')
  const { now, send } = useSendAct({ act, jobId, onSent: onClose })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const reason = textOf(values, 'reason') ?? ''
    const cents = centsOf(textOf(values, 'amount') ?? '')
    const found: Faults = {
      ...(!reason && { reason: kit('form.required') }),
      ...(reason && reason.length < 3 && { reason: kit('form.short', { min: 3 }) }),
      ...(act === 'refund' && !cents && { amount: t('acts.amountOdd') }),
      ...(act === 'reassign' && !carrierId && { carrier: t('acts.carrierNone') }),
    }
    setFaults(found)
    if (Object.keys(found).length === 0) send({ reason, amount_cents: cents ?? 0, carrier_id: carrierId })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{t(`acts.is.${act}.text`)}</Text>
        <Refusal error={now.error} />
        {act === 'reassign' && <CarrierField onChosen={setCarrierId} error={faults.carrier} />}
        {act === 'refund' && (
          <TextInput
            data-autofocus
            name="amount"
            label={t('acts.amount')}
            inputMode="decimal"
            autoComplete="off"
            required
            error={faults.amount}
          />
        )}
        <TextInput
          {...(act !== 'refund' && act !== 'reassign' && { 'data-autofocus': true })}
          name="reason"
          label={t('acts.reason')}
          description={t(acts[act].isReasonKept ? 'acts.reasonAudit' : 'acts.reasonLog')}
          autoComplete="off"
          {...limitsOf(cancelJob.body, 'reason')}
          error={faults.reason}
        />
        <Button type="submit" loading={now.isPending} {...(acts[act].isPlanned && { color: 'red' })}>
          {t(`acts.is.${act}.act`)}
        </Button>
      </Stack>
    </form>
  )
}
