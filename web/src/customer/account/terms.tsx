import { Button, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { acceptTerms, type Me, readMe } from '#contract/app/account.ts'
import { call } from '../../kit/api.ts'
import { legalUrl, SupportLink } from '../../kit/company-links.tsx'
import { queryClient, reading } from '../../kit/query-client.ts'
import { Refused } from '../../kit/refused.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { dayAndTime } from '../../kit/when.ts'
import { withLinks } from '../../kit/with-links.tsx'
import { Section } from '../../shared/section.tsx'

/** Which terms the person accepted and when, and where to ask. */
export function TermsSection({ me: { terms } }: { me: Me }) {
  const { t } = useTexts('account')
  const accept = useMutation({
    mutationFn: (version: string) => call(acceptTerms, { body: { version } }),
    onSuccess: (me) => queryClient.setQueryData(reading(readMe, {}).queryKey, me),
  })
  const links = { terms: legalUrl('terms'), privacy: legalUrl('privacy') }
  const accepted = terms?.accepted_at
  return (
    <Section title={t('terms.title')}>
      <Stack gap="sm">
        {terms && (
          <Text>
            {withLinks(
              accepted
                ? t('terms.accepted', { version: terms.version, when: dayAndTime(accepted) })
                : t('terms.open', { version: terms.version }),
              links,
            )}
          </Text>
        )}
        {terms && !accepted && (
          <Button loading={accept.isPending} onClick={() => accept.mutate(terms.version)}>
            {t('terms.accept')}
          </Button>
        )}
        <Refused error={accept.error} />
        <Text>
          {t('terms.question')} <SupportLink />
        </Text>
      </Stack>
    </Section>
  )
}
