import { useTranslation } from 'react-i18next'
import type { Member } from '#contract/admin/members.ts'

/** How a member signs in: `2 passkeys, password`. */
export function useWaysIn() {
  const { t } = useTranslation('admin')
  return ({ passkeys, has_password }: Pick<Member, 'passkeys' | 'has_password'>): string =>
    [passkeys > 0 && t('people.passkeys', { count: passkeys }), has_password && t('people.password')]
      .filter(Boolean)
      .join(', ') || t('people.nothing')
}
