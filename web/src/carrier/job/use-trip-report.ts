import { useState } from 'react'
import { uploadPhoto } from '#contract/app/customer.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import type { TripReportKind } from '#contract/reports.ts'
import { call } from '../../kit/api.ts'
import { notify } from '../../kit/notices.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { sendReliably } from '../../kit/waiting.ts'
import { toNewState } from '../../shared/new-state.ts'
import { smaller } from '../../shared/smaller-photo.ts'
import { useSheetAct } from '../../shared/use-sheet-act.ts'
import { rememberJob } from '../remember-job.ts'
import type { Proof } from './proof-field.tsx'

type Reported = { kind: TripReportKind; text: string; proof?: Proof; waited?: number }

/**
 * Sends a report: its photo at once, which needs a connection, then the report through the offline queue. The sheet
 * stays open with the reason when it is refused.
 */
export function useTripReport({ job_id }: CarrierJob, onClose: () => void) {
  const { t } = useTexts('carrier')
  const [report_id] = useState(() => crypto.randomUUID())
  const { follow, isPending, error } = useSheetAct(onClose, t('trip.later'))
  const send = async ({ kind, text, proof, waited }: Reported): Promise<CarrierJob> => {
    const file = proof?.photo?.file
    const photo = file && (await call(uploadPhoto, { body: await smaller(file) }))
    const body = {
      report_id,
      kind,
      ...(text && { text }),
      ...(photo && { photo_id: photo.photo_id }),
      ...(proof?.position && { position: proof.position }),
      // A second more, because the server compares with its own clock.
      ...(waited && {
        arrived_at: new Date(Date.now() - waited * 60_000 - 1_000).toISOString(),
        called: true,
      }),
    }
    return sendReliably(reportTrip, { params: { job_id }, body }, job_id)
  }
  const report = (reported: Reported) =>
    follow(send(reported), {
      onDone: (job) => {
        rememberJob(job)
        notify({ text: t(reported.kind === 'breakdown' ? 'trip.doneBreakdown' : 'trip.done') })
        onClose()
        toNewState()
      },
    })
  return { report, isPending, error }
}
