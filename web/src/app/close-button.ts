import { useTranslation } from 'react-i18next'

/** For `closeButtonProps`: the cross of a sheet has a name and is large enough for a thumb. */
export function useCloseButton() {
  const { t } = useTranslation('kit')
  return { 'aria-label': t('close'), size: 44 }
}
