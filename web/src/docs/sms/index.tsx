import './sms.css'
import { useState } from 'react'
import { previewText } from '#contract/sandbox/previews.ts'
import { type PersonLanguage, personLanguages } from '#contract/vocabulary.ts'
import type { Output } from '../api.ts'
import { SelectField, TextField } from '../field.tsx'
import { KeyField } from '../key-field.tsx'
import { Problem } from '../problem.tsx'
import { SmsBubble } from '../sms-bubble.tsx'
import { useTexts } from '../texts.ts'
import { useKey } from '../use-key.ts'
import { usePreview } from '../use-preview.ts'
import { changesOf, type SmsWords } from './changes.ts'

/** The SMS of a draft, as the person types its title. */
export function SmsTool() {
  const { sms: t, locale, sampleTitle, jobTitle, loading } = useTexts()
  const key = useKey()
  const [language, setLanguage] = useState<PersonLanguage>(locale)
  const [title, setTitle] = useState(sampleTitle)
  const [from, setFrom] = useState(t.samplePickup)
  const [to, setTo] = useState(t.sampleDropoff)
  const words = { title, pickup_place: from, dropoff_place: to }
  const isFilled = Object.values(words).every((word) => word.trim() !== '')
  const { answer, asked, refusal } = usePreview(
    previewText,
    isFilled ? JSON.stringify({ ...words, language }) : null,
  )
  return (
    <section aria-label={t.heading}>
      <KeyField />
      {key && (
        <div className="sms-tool">
          <div className="tool-card tool-stack">
            <h3>{t.heading}</h3>
            <TextField label={jobTitle} value={title} onChange={setTitle} maxLength={200} />
            <TextField label={t.from} value={from} onChange={setFrom} maxLength={80} />
            <TextField label={t.to} value={to} onChange={setTo} maxLength={80} />
            <SelectField
              label={t.language}
              value={language}
              onChange={setLanguage}
              options={personLanguages.map((each) => [each, t.languages[each]])}
            />
          </div>
          <div className="tool-card tool-stack sms-screen" aria-live="polite">
            <h3>{t.preview}</h3>
            <Problem refusal={refusal} />
            {answer && <Preview answer={answer} {...(JSON.parse(asked) as Asked)} />}
            {!answer && !refusal && <p className="tool-soft">{loading}</p>}
          </div>
        </div>
      )}
    </section>
  )
}

/** The request body of a response. */
type Asked = SmsWords & { language: PersonLanguage }

function Preview({ answer, language, ...words }: Asked & { answer: Output<typeof previewText> }) {
  const { sms: t, jobTitle } = useTexts()
  const names = { title: jobTitle, pickup_place: t.from, dropoff_place: t.to }
  const changes = changesOf(words, answer.body)
  return (
    <>
      <SmsBubble body={answer.body} language={language} />
      <p>
        <b>{t.segments(answer.segments)}</b> · {t.characters(answer.characters)}
      </p>
      <p className="tool-soft">
        {t[answer.encoding]} {answer.saved_segments > 0 && t.saved(answer.saved_segments)}
      </p>
      <ul className="sms-changes">
        {changes.map(({ part, isShortened }) => (
          <li key={part}>{isShortened ? t.shortened(names[part]) : t.changed(names[part])}</li>
        ))}
        {changes.length === 0 && <li>{t.whole}</li>}
        <li>{t.noLink}</li>
      </ul>
    </>
  )
}
