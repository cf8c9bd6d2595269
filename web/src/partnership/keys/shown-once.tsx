import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { docsPath } from '../../kit/docs-path.ts'
import { kindOfKey, readTestKey, writeTestKey } from '../../kit/test-key.ts'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { CopyField } from '../../panel/copy-field.tsx'
import { type UsedValue, Uses } from './uses.tsx'

type ShownOnceProps = {
  value: string
  /** Of the partner. */
  name: string
  /** Whether the reader is of the partner; staff hand the value over. */
  isOwn: boolean
  /** Values that ended with this. */
  ended: readonly UsedValue[]
  onDone: () => void
}

/** The value of a key, which only one response contains. */
export function ShownOnce({ value, name, isOwn, ended, onDone }: ShownOnceProps) {
  const { t, language } = useTexts('partners')
  return (
    <Stack>
      <Text c="dimmed">{t(isOwn ? 'key.own.valueText' : 'key.valueText')}</Text>
      <CopyField label={t('key.value', { name })} text={value} />
      {ended.length > 0 && (
        <Text c="dimmed">
          {t('key.ended')}
          <Uses values={ended} />
        </Text>
      )}
      {isOwn && kindOfKey(value) === 'test' ? (
        <TryIt value={value} />
      ) : (
        <a className="dray-plain-link" href={docsPath(language)} target="_blank" rel="noreferrer">
          {t('key.guide')}
        </a>
      )}
      <Button onClick={onDone}>{t(isOwn ? 'key.own.done' : 'key.done')}</Button>
    </Stack>
  )
}

/**
 * Lets the guide and the console of this tab use the test key. Links stay in the tab, because a new one does not have
 * it.
 */
function TryIt({ value }: { value: string }) {
  const { t, language } = useTexts('partners')
  const [isUsed, setUsed] = useState(false)
  const use = () => {
    writeTestKey(value)
    setUsed(readTestKey() === value)
  }
  if (!isUsed)
    return (
      <Button variant="default" onClick={use}>
        {t('key.own.useInGuide')}
      </Button>
    )
  return (
    <Text role="status">
      {t('key.own.usedInGuide')}{' '}
      <a className="dray-plain-link" href={docsPath(language)}>
        {t('key.own.toGuide')}
      </a>{' '}
      ·{' '}
      <a className="dray-plain-link" href={docsPath(language, '/console')}>
        {t('key.own.toConsole')}
      </a>
    </Text>
  )
}
