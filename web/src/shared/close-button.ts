import { useTexts } from '../kit/texts/use-texts.ts'

/** `closeButtonProps` with a label for screen readers and a size that is easy to tap. */
export function useCloseButton() {
  const { t } = useTexts('kit')
  return { 'aria-label': t('close'), size: 44 }
}
