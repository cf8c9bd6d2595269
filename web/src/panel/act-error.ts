import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../kit/states.tsx'
import { PasskeyError } from './passkey.ts'

/** Message of an error of an act: of the browser's passkeys, or of the server. */
export function useActErrorText(): (error: unknown) => ReactNode {
  const { t } = useTranslation('panel')
  const errorText = useErrorText()
  return (error) => (error instanceof PasskeyError ? t(`passkey.${error.reason}`) : errorText(error))
}
