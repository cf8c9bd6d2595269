import { IconAlertCircle } from '../kit/icons.ts'
import { Refused } from '../kit/refused.tsx'
import { useActErrorText } from './act-error.ts'
import { ProofCancelled } from './proof.ts'

/** Shows the error of an act above its form; empty without an error. */
export function Refusal({ error }: { error: unknown }) {
  const errorText = useActErrorText()
  if (!error || error instanceof ProofCancelled) return null
  return (
    <Refused error={error} icon={<IconAlertCircle size={18} aria-hidden />}>
      {errorText(error)}
    </Refused>
  )
}
