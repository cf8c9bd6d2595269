import { useTexts } from '../../kit/texts/use-texts.ts'
import { ActButton } from '../../panel/act-button.tsx'
import { IconUserPlus } from '../../panel/icons.ts'
import { useAddress } from '../../panel/link.tsx'

/** Opens the dialog that invites a person (`invite` in the URL). */
export function InviteButton() {
  const { t } = useTexts('member')
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
