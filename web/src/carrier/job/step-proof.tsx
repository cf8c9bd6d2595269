import type { ProofStep } from '#contract/proof.ts'
import { smaller } from '../../shared/smaller-photo.ts'
import { PhotoField } from './photo-field.tsx'
import { PlaceField, usePlace } from './place-field.tsx'
import type { StepFieldProps } from './step-input.ts'

type StepProofProps = StepFieldProps & {
  step: ProofStep
  isNeeded: boolean
  isMissing: boolean
  isSaved: boolean
}

/** Photo and place of a collection or a delivery. The phone is asked for its place after the first photo. */
export function StepProof({ input, onInput, ...photo }: StepProofProps) {
  const { askOnce, ...place } = usePlace((found) => onInput((now) => ({ ...now, place: found })))
  const choose = (taken: typeof input.photo) => {
    onInput((now) => ({ ...now, photo: taken }))
    if (!taken) return
    askOnce()
    // Before the tap on the act, which is then stored on the device at once.
    void smaller(taken.file).then((small) =>
      onInput((now) => (now.photo?.file === taken.file ? { ...now, photo: { ...now.photo, small } } : now)),
    )
  }
  return (
    <>
      <PhotoField {...photo} photo={input.photo} onPhoto={choose} />
      <PlaceField {...place} place={input.place} />
    </>
  )
}
