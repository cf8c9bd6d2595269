/** The steps of a job that are proven (decision 73). */
export const proofSteps = ['collection', 'delivery'] as const
export type ProofStep = (typeof proofSteps)[number]

/** Whether a photo of a step is asked for; `required`: the step is refused without one. */
export const proofRules = ['off', 'asked', 'required'] as const
export type ProofRule = (typeof proofRules)[number]

/** What became of the code of the customer. */
/** What is known of the code that came with a delivery after its end; `unknown` if the job had another code by then. */
export const lateCodes = ['right', 'wrong', 'none', 'unknown'] as const
export type LateCode = (typeof lateCodes)[number]

export const codeResults = ['used', 'bypassed'] as const
export type CodeResult = (typeof codeResults)[number]

export const deliveryCodeDigits = 4
