import { useTranslation } from 'react-i18next'
import { ActButton } from '../../panel/act-button.tsx'
import { IconUserPlus } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'

/** Opens the dialog that invites a person (`invite` in the address). */
export function InviteButton() {
  const { t } = useTranslation('member')
  const [, change] = useAddress()
  return (
    <ActButton
      letter="n"
      variant="filled"
      leftSection={<IconUserPlus size={18} aria-hidden />}
      onAct={() => change({ invite: 'yes' })}
    >
      {t('team.invite')}
    </ActButton>
  )
}
