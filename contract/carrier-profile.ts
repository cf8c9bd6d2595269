/** How a customer recognises the carrier, and the steps of the sign-up (decision 81). */

/** Photos by which a customer recognises a carrier: of the face, and of the vehicle. */
export const carrierPhotoKinds = ['portrait', 'vehicle'] as const
export type CarrierPhotoKind = (typeof carrierPhotoKinds)[number]

/** Whether new carriers are asked for a portrait and a plate; `required`: without both they cannot accept a job. */
export const profileRules = ['off', 'asked', 'required'] as const
export type ProfileRule = (typeof profileRules)[number]

/** In the order in which the app shows them. */
export const signUpStepNames = ['you', 'vehicle', 'documents', 'tax_data', 'payouts'] as const
export type SignUpStepName = (typeof signUpStepNames)[number]

/** `sent`: given, and staff have not decided; `done`: given, and needs no decision. */
export const stepStates = ['to_do', 'sent', 'accepted', 'done', 'refused', 'expired'] as const
export type StepState = (typeof stepStates)[number]

/** At least two letters and digits, with single spaces or hyphens between them; or nothing. */
export const platePattern = '^([\\p{L}0-9]([ \\-]?[\\p{L}0-9])+)?$'
export const plateLength = { max: 15 }

/** How plates are compared: upper case, without spaces and hyphens. "1234-bcd" and "1234 BCD" are one plate. */
export const plateKey = (plate: string): string =>
  plate.normalize('NFKC').toUpperCase().replaceAll(/[\s-]/g, '')
