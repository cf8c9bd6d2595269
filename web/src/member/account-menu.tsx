import './account-menu.css'
import { Button, Popover, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Language } from '#contract/vocabulary.ts'
import { call } from '../kit/api.ts'
import { IconLogout } from '../kit/icons.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { IconSelector } from '../panel/icons.ts'
import { Initials } from '../panel/initials.tsx'
import { PanelLink } from '../panel/link.tsx'
import { ColourSwitch, LanguageSwitch } from '../panel/switches.tsx'
import { meIs } from './session/me.ts'
import { useSignOut } from './session/use-sign-out.ts'
import { type MemberMe, type Surface, useSurface, useWords } from './surface.ts'

type AccountMenuProps = {
  me: MemberMe
  /** False for a guest, whose account is elsewhere. */
  hasAccount?: boolean
}

/** Who is signed in; opens to language, colours and signing out. */
export function AccountMenu({ me, hasAccount = true }: AccountMenuProps) {
  const { t } = useTexts('member')
  const surface = useSurface()
  const { role } = useWords()
  const { t: kit } = useTexts('kit')
  const { t: panel } = useTexts('panel')
  const [isOpen, open] = useDisclosure()
  const { signOut, isPending } = useSignOut()
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => !opened && open.close()}
      position="top"
      width="target"
      trapFocus
      floatingStrategy="fixed"
    >
      <Popover.Target>
        <button type="button" className="account-menu-button" onClick={open.toggle}>
          <VisuallyHidden>{panel('you')}:</VisuallyHidden>
          <Initials name={me.name} />
          <span>
            <b>{me.name}</b>
            <small>{role(me.role)}</small>
          </span>
          <IconSelector size={16} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown className="account-menu" aria-label={panel('you')}>
        {hasAccount && (
          <PanelLink to={`${surface.home}/account`} className="account-menu-link" onClick={open.close}>
            {t('account.title')}
          </PanelLink>
        )}
        <div className="account-menu-line">
          <span>{kit('language')}</span>
          <LanguageSwitch onChosen={(language) => remember(surface, language)} />
        </div>
        <div className="account-menu-line">
          <span>{panel('colours')}</span>
          <ColourSwitch />
        </div>
        <Button
          variant="default"
          fullWidth
          leftSection={<IconLogout size={16} aria-hidden />}
          loading={isPending}
          onClick={signOut}
        >
          {panel('signOut')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** The account keeps the language too. On an error, it has still changed on this device. */
function remember(surface: Surface, language: Language): void {
  call(surface.operations.changeMe, { body: { language } }).then(
    (me) => meIs(surface, me),
    () => {},
  )
}
