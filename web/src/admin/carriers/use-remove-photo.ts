import { listCarrierPhotos, type PhotoOfCarrier, removeCarrierPhoto } from '#contract/admin/carrier-photos.ts'
import type { CarrierForStaff } from '#contract/admin/carriers.ts'
import { call } from '../../kit/api.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import type { TitledAct } from '../../panel/act-dialog.tsx'
import { usePlan } from '../../panel/use-plan.ts'

/** Removes a photo. The request is sent after the time to undo it, because the carrier is told at once. */
export function useRemovePhoto(
  { account_id, name, language }: Pick<CarrierForStaff, 'account_id' | 'name' | 'language'>,
  photo: PhotoOfCarrier | null,
): TitledAct<{ told: string }> | null {
  const { t } = useTexts('people')
  const plan = usePlan()
  if (!photo) return null
  const { picture_id, kind } = photo
  const of = { kind: t(`photos.kinds.${kind}`), name }
  return {
    title: t('photos.removeTitle', of),
    text: t('photos.removeText'),
    reason: {
      label: t('carriers.message'),
      help: t('carriers.messageHelp', { language: t(`languages.${language}`) }),
    },
    initial: { told: '' },
    isDangerous: true,
    act: t('photos.remove'),
    body: removeCarrierPhoto.body,
    send: async (body) =>
      plan({
        subject: picture_id,
        text: t('photos.removeWill', of),
        done: t('photos.removed'),
        // It needs no fresh proof.
        prove: async () => {},
        changed: [listCarrierPhotos],
        send: (options) => call(removeCarrierPhoto, { params: { account_id, picture_id }, body, ...options }),
      }),
  }
}
