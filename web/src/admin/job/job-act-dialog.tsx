import { TextInput } from '@mantine/core'
import { cancelJob } from '#contract/admin/job-acts.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { OperationForm } from '../../kit/form.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AskedDialog, type TitledAct } from '../../panel/act-dialog.tsx'
import { ActFacts } from './act-facts.tsx'
import type { ActValues as Values } from './act-values.ts'
import { type AskedAct, acts } from './acts.ts'
import { CarrierField } from './carrier-field.tsx'
import { centsOf } from './cents-of.ts'
import { OutcomeField } from './outcome-field.tsx'
import { PinFields, positionOf } from './pin-fields.tsx'
import { useSendAct } from './use-send-act.ts'

type ActDialogProps = { act: AskedAct | undefined; job: JobForStaff; onClose: () => void }

/** Asks for what an act on a job needs: the reason, an amount, a carrier. */
export function JobActDialog({ act, job, onClose }: ActDialogProps) {
  const { t } = useTexts('jobs')
  const send = useSendAct(job.job_id)
  const asked: TitledAct<Values> | null = act
    ? {
        title: t(`acts.is.${act}.act`),
        text: t(`acts.is.${act}.text`),
        reason: { isFocused: !focusesField.includes(act) },
        act: t(`acts.is.${act}.act`),
        isDangerous: acts[act].isPlanned ?? false,
        // The reason is the same for every act; the other fields are not part of the request body.
        body: cancelJob.body,
        initial: { reason: '', amount: '', carrier: '', outcome: '', stop: coarserEnd(job), position: '' },
        renderFields: fieldsOf(act, job),
        faultsOf: ({ amount, carrier, outcome, position }) => ({
          ...(act === 'set_pin' && !positionOf(position) && { position: t('acts.pinOdd') }),
          ...(isDecision(act) && !outcome && { outcome: t('acts.outcomeNone') }),
          ...(act === 'refund' && !centsOf(amount) && { amount: t('acts.amountOdd') }),
          ...(act === 'reassign' && !carrier && { carrier: t('acts.carrierNone') }),
        }),
        send: ({ reason, amount, carrier, outcome, stop, position }) =>
          send(act, {
            reason,
            amount_cents: centsOf(amount) ?? 0,
            carrier_id: carrier,
            outcome: outcome === 'uphold' ? 'uphold' : 'dismiss',
            pin: { stop, ...(positionOf(position) ?? { lat: 0, lon: 0 }) },
          }),
      }
    : null
  return <AskedDialog asked={asked} onClose={onClose} />
}

/** The end to be set first. */
const coarserEnd = ({ pickup, dropoff }: JobForStaff) =>
  dropoff.uncertainty_km > pickup.uncertainty_km ? 'dropoff' : 'pickup'

/** Acts whose first field, and not the reason, has the focus. */
const focusesField: AskedAct[] = ['refund', 'reassign', 'decide', 'decide_trip', 'set_pin']

const isDecision = (act: AskedAct): boolean => act === 'decide' || act === 'decide_trip'

const fieldsOf =
  (act: AskedAct, job: JobForStaff): TitledAct<Values>['renderFields'] =>
  (form) => (
    <>
      <ActFacts act={act} job={job} />
      {act === 'reassign' && (
        <CarrierField currentId={job.carrier?.account_id} {...form.getInputProps('carrier')} />
      )}
      {act === 'refund' && <AmountField form={form} />}
      {act === 'set_pin' && <PinFields job={job} form={form} />}
      {act === 'decide_trip' && <OutcomeField isTrip job={job} {...form.getInputProps('outcome')} />}
      {act === 'decide' && <OutcomeField job={job} {...form.getInputProps('outcome')} />}
    </>
  )

function AmountField({ form }: { form: OperationForm<Values> }) {
  const { t } = useTexts('jobs')
  return (
    <TextInput
      data-autofocus
      label={t('acts.amount')}
      inputMode="decimal"
      autoComplete="off"
      required
      {...form.getInputProps('amount')}
    />
  )
}
