import { Button, Checkbox, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type CarrierJob } from '#contract/app/job.ts'
import { reportTrip, waitMinutes } from '#contract/app/trip-reports.ts'
import { type TripReportKind, tripReportKinds } from '#contract/reports.ts'
import { limitsOf } from '../../kit/limits.ts'
import { money } from '../../kit/money.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { noProof, type Proof, ProofField } from './proof-field.tsx'
import { useMissing } from './use-missing.ts'
import { useTripReport } from './use-trip-report.ts'

type CannotCollectFormProps = { job: CarrierJob; onClose: () => void }

const waits = [waitMinutes, 20, 30, 45, 60]

/** Asks what a report needs: the reason, and for all but a breakdown a photo or the position. */
export function CannotCollectForm({ job, onClose }: CannotCollectFormProps) {
  const { t } = useTexts('carrier')
  const [kind, setKind] = useState<TripReportKind | ''>('')
  const [waited, setWaited] = useState<number>(waitMinutes)
  const [hasCalled, setCalled] = useState(false)
  const [proof, setProof] = useState<Proof>(noProof)
  const [text, setText] = useState('')
  const { sheet, hasTried, refuse } = useMissing()
  const { report, isPending, error } = useTripReport(job, onClose)
  const isAbsent = kind === 'customer_absent'
  const needsProof = kind !== '' && kind !== 'breakdown'
  const lacksProof = needsProof && !proof.photo && !proof.position
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!kind || lacksProof || (isAbsent && !hasCalled)) return refuse()
    report({ kind, text: text.trim(), ...(needsProof && { proof }), ...(isAbsent && { waited }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack ref={sheet}>
        <Refused error={error}>{error}</Refused>
        <Text>{t('trip.lead')}</Text>
        <KindField value={kind} onChange={setKind} isMissing={hasTried} />
        {isAbsent && (
          <AbsentFields
            waited={waited}
            onWaited={setWaited}
            hasCalled={hasCalled}
            onCalled={setCalled}
            isMissing={hasTried && !hasCalled}
          />
        )}
        {needsProof && <ProofField proof={proof} onProof={setProof} isMissing={hasTried && lacksProof} />}
        {kind && (
          <Textarea
            label={t('trip.text')}
            description={t('trip.textHelp')}
            autosize
            minRows={2}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            {...limitsOf(reportTrip.body, 'text')}
          />
        )}
        {kind && <Consequence job={job} kind={kind} />}
        <Button type="submit" size="lg" loading={isPending}>
          {t(kind === 'breakdown' ? 'trip.actBreakdown' : 'trip.act')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('trip.back')}
        </Button>
      </Stack>
    </form>
  )
}

type AbsentFieldsProps = {
  waited: number
  onWaited: (minutes: number) => void
  hasCalled: boolean
  onCalled: (hasCalled: boolean) => void
  isMissing: boolean
}

/** How long the carrier has waited, and the call. */
function AbsentFields({ waited, onWaited, hasCalled, onCalled, isMissing }: AbsentFieldsProps) {
  const { t } = useTexts('carrier')
  return (
    <>
      <NativeSelect
        label={t('trip.waited')}
        size="md"
        value={waited}
        onChange={(event) => onWaited(Number(event.currentTarget.value))}
        data={waits.map((minutes) => ({ value: String(minutes), label: t('trip.minutes', { minutes }) }))}
      />
      <Checkbox
        size="md"
        label={t('trip.called')}
        checked={hasCalled}
        onChange={(event) => onCalled(event.currentTarget.checked)}
        error={isMissing && t('trip.calledMissing')}
        data-missing={isMissing || undefined}
      />
    </>
  )
}

/** What follows from the report. */
function Consequence({ job, kind }: { job: CarrierJob; kind: TripReportKind }) {
  const { t } = useTexts('carrier')
  if (kind === 'breakdown') return <Text>{t('trip.breakdown')}</Text>
  const pay = job.trip_pay_cents > 0 ? t('trip.pay', { pay: money(job.trip_pay_cents) }) : t('trip.noPay')
  return (
    <Text>
      {t('trip.asked')} {pay}
    </Text>
  )
}

type KindFieldProps = {
  value: TripReportKind | ''
  onChange: (kind: TripReportKind) => void
  isMissing: boolean
}

function KindField({ value, onChange, isMissing }: KindFieldProps) {
  const { t } = useTexts('carrier')
  return (
    <Radio.Group
      size="md"
      aria-label={t('trip.title')}
      value={value}
      onChange={(kind) => kind && onChange(kind)}
      error={isMissing && !value && t('trip.kindMissing')}
    >
      <Stack gap={0}>
        {tripReportKinds.map((kind, place) => (
          <Radio
            key={kind}
            value={kind}
            label={t(`trip.kind.${kind}`)}
            className="app-radio"
            data-missing={(place === 0 && isMissing && !value) || undefined}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
