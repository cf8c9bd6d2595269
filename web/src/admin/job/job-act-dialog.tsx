import { cancelJob } from '#contract/admin/job-acts.ts'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { AskedDialog, type TitledAct } from '../../panel/act-dialog.tsx'
import { ActFacts } from './act-facts.tsx'
import type { ActValues as Values } from './act-values.ts'
import { type AskedAct, acts } from './acts.ts'
import { CarrierField } from './carrier-field.tsx'
import { centsOf } from './cents-of.ts'
import { OutcomeField } from './outcome-field.tsx'
import { PinFields, positionOf } from './pin-fields.tsx'
import { faultsOfRefund, partOf, RefundFields, refundableOf } from './refund-fields.tsx'
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
        initial: initialOf(job),
        renderFields: fieldsOf(act, job),
        faultsOf: ({ carrier, outcome, position, ...refund }) => ({
          ...(act === 'set_pin' && !positionOf(position) && { position: t('acts.pinOdd') }),
          ...(isDecision(act) && !outcome && { outcome: t('acts.outcomeNone') }),
          ...(asksRefund(act, refund.amount) &&
            Object.fromEntries(
              faultsOfRefund(refundableOf(job, refund.paymentId), refund).map((field) => [
                field,
                t(field === 'amount' ? 'acts.amountOdd' : 'acts.carrierPartOdd'),
              ]),
            )),
          ...(act === 'reassign' && !carrier && { carrier: t('acts.carrierNone') }),
        }),
        send: ({ reason, amount, carrierPart, paymentId, carrier, outcome, stop, position }) =>
          send(act, {
            reason,
            amount_cents: centsOf(amount) ?? 0,
            carrier_cents: partOf(carrierPart) ?? 0,
            payment_id: refundableOf(job, paymentId)?.is_tip ? paymentId : undefined,
            carrier_id: carrier,
            outcome: outcome === 'uphold' ? 'uphold' : 'dismiss',
            seen: act === 'decide_trip' ? seenTripReports(job) : seenReports(job),
            pin: { stop, ...(positionOf(position) ?? { lat: 0, lon: 0 }) },
          }),
      }
    : null
  return <AskedDialog asked={asked} onClose={onClose} />
}

const initialOf = (job: JobForStaff): Values => ({
  ...{ reason: '', amount: '', carrierPart: '', paymentId: '', carrier: '', outcome: '' },
  ...{ stop: coarserEnd(job), position: '' },
})

const seenReports = ({ reports }: JobForStaff) =>
  reports.map(({ problem_id: id, status }) => ({ id, status }))

const seenTripReports = ({ trip_reports }: JobForStaff) =>
  trip_reports.map(({ report_id: id, status }) => ({ id, status }))

/** With a decision a refund is optional. */
const asksRefund = (act: AskedAct, amount: string): boolean =>
  act === 'refund' || (isDecision(act) && amount.trim() !== '')

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
      {act === 'refund' && <RefundFields job={job} form={form} />}
      {act === 'set_pin' && <PinFields job={job} form={form} />}
      {act === 'decide_trip' && <OutcomeField isTrip job={job} {...form.getInputProps('outcome')} />}
      {act === 'decide' && <OutcomeField job={job} {...form.getInputProps('outcome')} />}
      {isDecision(act) && job.refundable.some(({ is_tip }) => !is_tip) && (
        <RefundFields job={job} form={form} isOptional />
      )}
    </>
  )
