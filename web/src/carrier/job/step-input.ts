import type { PlaceInput } from '#contract/app/proof.ts'
import type { DoorPhoto } from './photo-field.tsx'

/** What the carrier enters for a collection or a delivery. The page keeps it, so it is still there after a refusal. */
export type StepInput = {
  photo: DoorPhoto | null
  place: PlaceInput | null
  code: string
  /** The carrier sends a photo instead of the code. */
  isWithoutCode: boolean
  reason: string
}

export const emptyInput: StepInput = { photo: null, place: null, code: '', isWithoutCode: false, reason: '' }

/** Whether the photo is still being scaled down; until then the act cannot be sent. */
export const isPreparing = ({ photo }: StepInput): boolean => photo !== null && photo.small === undefined

/** `onInput` takes a change, because the place may come while the carrier types. */
export type StepFieldProps = { input: StepInput; onInput: (change: (input: StepInput) => StepInput) => void }

/** The same input after it was sent: the photo is at the server, or with the act in the queue. */
export const sent = (input: StepInput): StepInput => ({
  ...input,
  code: '',
  photo: input.photo && { ...input.photo, isSent: true },
})
