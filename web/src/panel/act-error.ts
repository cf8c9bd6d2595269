import type { ReactNode } from 'react'
import { useErrorText } from '../kit/states.tsx'
import { useTexts } from '../kit/texts/use-texts.ts'
import { PasskeyError } from './passkey.ts'

/** Message of an error of an act: of the browser's passkeys, or of the server. */
export function useActErrorText(): (error: unknown) => ReactNode {
  const { t } = useTexts('panel')
  const errorText = useErrorText()
  return (error) => (error instanceof PasskeyError ? t(`passkey.${error.reason}`) : errorText(error))
}
