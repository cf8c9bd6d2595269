import { useSyncExternalStore } from 'react'
import { useTexts } from '../kit/texts/use-texts.ts'
import { isProofAwaited, onProofAwaited } from './proof.ts'

/**
 * Props of every dialog and drawer. Escape closes only the dialog on top, which may be the one that asks for a proof.
 */
export function useDialog() {
  const isCovered = useSyncExternalStore(onProofAwaited, isProofAwaited)
  return { closeButtonProps: useCloseButton(), closeOnEscape: !isCovered }
}

/** The close button with a label for screen readers. */
export function useCloseButton() {
  const { t } = useTexts('kit')
  return { 'aria-label': t('close'), size: 36, iconSize: 20 }
}
