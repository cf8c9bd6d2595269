import { useMutation } from '@tanstack/react-query'
import { notify } from '../kit/notices.tsx'
import { useActErrorText } from './act-error.ts'
import { ProofCancelled, withProof } from './proof.ts'

type Act<Input, Output> = {
  act: (input: Input) => Promise<Output>
  onDone?: (output: Output, input: Input) => unknown
}

/** A mutation that asks for a fresh proof where the server needs one, and shows an error as a toast. */
export function useAct<Input = void, Output = unknown>({ act, onDone }: Act<Input, Output>) {
  const errorText = useActErrorText()
  return useMutation({
    mutationFn: (input: Input) => withProof(() => act(input)),
    onSuccess: (output, input) => onDone?.(output, input),
    onError: (error) => {
      if (!(error instanceof ProofCancelled)) notify({ text: errorText(error), kind: 'bad' })
    },
  })
}

/** Like `useAct`, for forms that show the error themselves (`Refusal`). */
export function useQuietAct<Input = void, Output = unknown>({ act, onDone }: Act<Input, Output>) {
  return useMutation({
    mutationFn: (input: Input) => withProof(() => act(input)),
    onSuccess: (output, input) => onDone?.(output, input),
  })
}
