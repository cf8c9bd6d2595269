import type { FastifyInstance } from 'fastify'
import { previewText } from '#contract/sandbox/previews.ts'
import type { SendDraftSms } from '../../jobs/drafts/send-draft-sms.ts'
import { mount } from '../mount.ts'

export type TextNeeds = { texter: Pick<SendDraftSms, 'preview'> }

/** Composes the SMS of a job that does not exist, by the function that composes it for a draft. */
export function mountPreviewText(scope: FastifyInstance, { texter }: TextNeeds): void {
  mount(scope, previewText, async ({ caller: { companyName }, body }) => {
    const { title, language, pickup_place = 'Madrid', dropoff_place = 'Zaragoza', total_eur = 45.2 } = body
    const { text, savedSegments, ...size } = texter.preview({
      companyName,
      title,
      language,
      pickupPlace: pickup_place,
      dropoffPlace: dropoff_place,
      totalCents: Math.round(total_eur * 100),
    })
    return { body: text, ...size, saved_segments: savedSegments }
  })
}
