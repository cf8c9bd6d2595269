import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { isProofAwaited, onProofAwaited } from './proof.ts'

/** Props of every dialog and drawer. Escape closes only the dialog on top, which may be the one that asks for a proof. */
export function useDialog() {
  const isCovered = useSyncExternalStore(onProofAwaited, isProofAwaited)
  return { closeButtonProps: useCloseButton(), closeOnEscape: !isCovered }
}

/** The close button with a label for screen readers. */
export function useCloseButton() {
  const { t } = useTranslation('kit')
  return { 'aria-label': t('close'), size: 36, iconSize: 20 }
}
