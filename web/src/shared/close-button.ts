import { useTranslation } from 'react-i18next'

/** `closeButtonProps` with a label for screen readers and a size that is easy to tap. */
export function useCloseButton() {
  const { t } = useTranslation('kit')
  return { 'aria-label': t('close'), size: 44 }
}
