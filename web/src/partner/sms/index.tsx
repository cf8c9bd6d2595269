import './sms.css'
import { Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { previewSms } from '#contract/partner-panel/sms-preview.ts'
import type { Output } from '../../kit/api.ts'
import { languageNames } from '../../kit/language.ts'
import { reading } from '../../kit/query-client.ts'
import { Failed } from '../../kit/states.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { Filters } from '../../panel/filters.tsx'
import { useAddress } from '../../panel/link.tsx'
import { Mark } from '../../panel/mark.tsx'
import { Page } from '../../panel/page.tsx'
import { textOf } from '../../panel/text-of.ts'

const fields = { title: 200, pickup_town: 80, dropoff_town: 80 }
type Field = keyof typeof fields
type Message = Output<typeof previewSms>['messages'][number]

const names = Object.keys(fields) as Field[]

/** The text of a draft in every language, as a phone shows it. */
export function SmsPreviewPage() {
  const { t } = useTexts('partner')
  const [address] = useAddress()
  const given = names.flatMap((name) => (address[name] ? [[name, address[name].slice(0, fields[name])]] : []))
  const query = Object.fromEntries(given) as Partial<Record<Field, string>>
  const { data, error, refetch } = useQuery(reading(previewSms, { query }))
  return (
    <Page title={t('nav.sms')} lead={t('sms.lead')}>
      <Sample key={names.map((name) => address[name]).join()} />
      {error && !data && <Failed error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={240} radius="md" />}
      <div className="sms-phones">
        {data?.messages.map((message) => (
          <Phone key={message.language} message={message} />
        ))}
      </div>
    </Page>
  )
}

/** What the sample job is; Enter shows its text. */
function Sample() {
  const { t } = useTexts('partner')
  const [address, change] = useAddress()
  return (
    <Filters
      label={t('sms.sample')}
      onSubmit={(values) => change(Object.fromEntries(names.map((name) => [name, textOf(values, name)])))}
    >
      {names.map((name) => (
        <TextInput
          key={name}
          name={name}
          label={t(`sms.${name}`)}
          maxLength={fields[name]}
          autoComplete="off"
          defaultValue={address[name]}
        />
      ))}
      <div className="panel-acts">
        <Button type="submit" variant="default">
          {t('sms.show')}
        </Button>
      </div>
    </Filters>
  )
}

function Phone({ message }: { message: Message }) {
  const { language, text, segments, saved_segments, characters, encoding, is_used } = message
  const { t } = useTexts('partner')
  return (
    <section className="sms-phone" aria-label={languageNames[language]}>
      <h2>
        {languageNames[language]}{' '}
        <Mark look={is_used ? 'good' : undefined}>{t(is_used ? 'sms.used' : 'sms.unused')}</Mark>
      </h2>
      <div className="sms-screen">
        <small aria-hidden>SMS</small>
        <p lang={language}>{text}</p>
      </div>
      <p className="sms-phone-foot">
        {[t('sms.segments', { count: segments }), t('sms.characters', { count: characters })].join(' · ')}
        <br />
        {t(`sms.${encoding}`)}
        {saved_segments > 0 && ` ${t('sms.saved', { count: saved_segments })}`}
      </p>
    </section>
  )
}
