import { useTexts } from '../kit/texts/use-texts.ts'
import { FileLink } from './file-link.tsx'

/** Downloads what the page shows, with all its lines. */
export function CsvLink({ href }: { href: string }) {
  const { t } = useTexts('panel')
  return <FileLink href={href} text={t('csv')} />
}
