import { Alert } from '@mantine/core'
import { useState } from 'react'
import { readSetting, writeSetting } from '../kit/settings.ts'
import { useTexts } from '../kit/texts/use-texts.ts'
import { dayAndTime } from '../kit/when.ts'
import type { MemberMe } from './surface.ts'

/** The device remembers the last attempt that its member has read about. */
const setting = 'refused-seen'

/** Tells a member what was refused since they signed in before: it may have been somebody else. */
export function RefusedBefore({ me: { refused_before: refused } }: { me: MemberMe }) {
  const { t } = useTexts('member')
  const [seen, setSeen] = useState(() => readSetting(setting))
  if (!refused || seen === refused.last_at) return null
  const close = () => {
    writeSetting(setting, refused.last_at)
    setSeen(refused.last_at)
  }
  return (
    <Alert
      color="orange"
      mb="md"
      title={t('refused.title', { count: refused.count })}
      withCloseButton
      closeButtonLabel={t('refused.close')}
      onClose={close}
    >
      {t('refused.last', { when: dayAndTime(refused.last_at) })}{' '}
      {t(refused.after_password > 0 ? 'refused.knowsPassword' : 'refused.ifNotYou')}
    </Alert>
  )
}
