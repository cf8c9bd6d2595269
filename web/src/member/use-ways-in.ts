import type { Member } from '#contract/admin/members.ts'
import { useTexts } from '../kit/texts/use-texts.ts'

/** How a member signs in: `2 passkeys, password`. */
export function useWaysIn() {
  const { t } = useTexts('member')
  return ({ passkeys, has_password }: Pick<Member, 'passkeys' | 'has_password'>): string =>
    [passkeys > 0 && t('ways.passkeys', { count: passkeys }), has_password && t('ways.password')]
      .filter(Boolean)
      .join(', ') || t('ways.nothing')
}
