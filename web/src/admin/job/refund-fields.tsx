import { Radio, Stack, TextInput } from '@mantine/core'
import type { JobForStaff } from '#contract/admin/job-detail.ts'
import type { OperationForm } from '../../kit/form.ts'
import { money } from '../../kit/money.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Facts } from '../../panel/facts.tsx'
import type { ActValues } from './act-values.ts'
import { centsOf } from './cents-of.ts'

type Refundable = JobForStaff['refundable'][number]

/** What can be refunded: the price or fee first, then the tips. */
export const refundableOf = ({ refundable }: JobForStaff, paymentId: string): Refundable | undefined =>
  refundable.find(({ payment_id }) => payment_id === paymentId) ?? refundable[0]

type RefundFieldsProps = { job: JobForStaff; form: OperationForm<ActValues>; isOptional?: boolean }

/** The amount for the customer, how much of it the carrier bears, and what that comes to for each. */
export function RefundFields({ job, form, isOptional = false }: RefundFieldsProps) {
  const { t } = useTexts('jobs')
  const { values } = form
  const of = refundableOf(job, values.paymentId)
  if (!of) return null
  return (
    <Stack gap="sm">
      {!isOptional && job.refundable.length > 1 && <OfField job={job} form={form} />}
      <TextInput
        {...(!isOptional && { 'data-autofocus': true, required: true })}
        label={t(isOptional ? 'acts.amountToo' : 'acts.amount')}
        description={t('acts.atMost', { most: money(of.left_cents) })}
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      {of.carrier_cents > 0 && values.amount.trim() !== '' && (
        <TextInput
          label={t('acts.carrierPart')}
          description={t('acts.carrierPartHelp', { most: money(maxOfCarrier(of, values.amount)) })}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          {...form.getInputProps('carrierPart')}
        />
      )}
      <Preview of={of} values={values} />
    </Stack>
  )
}

function OfField({ job, form }: Pick<RefundFieldsProps, 'job' | 'form'>) {
  const { t } = useTexts('jobs')
  const [first] = job.refundable
  const { value, ...field } = form.getInputProps('paymentId')
  return (
    <Radio.Group label={t('acts.refundOf')} value={value || first?.payment_id} {...field}>
      <Stack gap="xs" mt="xs">
        {job.refundable.map(({ payment_id, is_tip, left_cents }) => (
          <Radio
            key={payment_id}
            value={payment_id}
            label={t(is_tip ? 'acts.ofTip' : 'acts.ofPrice', { amount: money(left_cents) })}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Who bears what, in euros, before it is sent. */
function Preview({ of, values }: { of: Refundable; values: ActValues }) {
  const { t } = useTexts('jobs')
  const amount = centsOf(values.amount)
  const part = partOf(values.carrierPart)
  if (amount === null || part === null || faultsOfRefund(of, values).length > 0) return null
  const taken = Math.min(part, of.carrier_waiting_cents)
  return (
    <div role="status">
      <Facts
        facts={[
          [t('acts.customerGets'), money(amount)],
          [t('acts.carrierBears'), money(part)],
          ...(part > 0
            ? [
                [
                  t('acts.takenFrom'),
                  taken === part
                    ? t('acts.fromWaiting')
                    : taken > 0
                      ? t('acts.fromBoth', { now: money(taken), later: money(part - taken) })
                      : t('acts.fromLater'),
                ] as [string, string],
              ]
            : []),
          [t('acts.platformBears'), money(amount - part)],
        ]}
      />
    </div>
  )
}

/** Empty is none; null if it is not an amount. */
export const partOf = (typed: string): number | null =>
  typed.trim() === '' || /^0+([.,]0{1,2})?$/.test(typed.trim()) ? 0 : centsOf(typed)

const maxOfCarrier = ({ carrier_cents }: Refundable, amount: string): number =>
  Math.min(carrier_cents, centsOf(amount) ?? carrier_cents)

/** The fields that the server would refuse. */
export function faultsOfRefund(
  of: Refundable | undefined,
  { amount, carrierPart }: Pick<ActValues, 'amount' | 'carrierPart'>,
): ('amount' | 'carrierPart')[] {
  const cents = centsOf(amount)
  const part = partOf(carrierPart)
  return [
    ...(!of || cents === null || cents > of.left_cents ? (['amount'] as const) : []),
    ...(of && (part === null || part > maxOfCarrier(of, amount)) ? (['carrierPart'] as const) : []),
  ]
}
