import { useQuery } from '@tanstack/react-query'
import { changeMyMail, confirmMyMail, type MyMail, readMyMail, removeMyMail } from '#contract/app/mail.ts'
import { readMyNotices } from '#contract/app/notices.ts'
import { call } from '../../kit/api.ts'
import { queryClient, readAgain, reading } from '../../kit/query-client.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { MailAddress } from '../../shared/mail-address.tsx'
import { Section } from '../../shared/section.tsx'

/** The mail address of the person. Absent where no mail is sent. */
export function MailSection() {
  const { t } = useTexts('account')
  const { data: mail } = useQuery(reading(readMyMail, {}))
  if (!mail?.available) return null
  return (
    <Section title={t('mail.title')} anchor="mail">
      <MailAddress mail={mail} acts={acts} words={{ text: t('mail.text'), goesTo: t('mail.goesTo') }} />
    </Section>
  )
}

const acts = {
  ask: async (body: { address: string }) => show(await call(changeMyMail, { body })),
  confirm: async (body: { code: string }) => show(await call(confirmMyMail, { body })),
  remove: async () => show(await call(removeMyMail, {})),
}

function show(mail: MyMail): void {
  queryClient.setQueryData(reading(readMyMail, {}).queryKey, mail)
  void readAgain(readMyNotices)
}
