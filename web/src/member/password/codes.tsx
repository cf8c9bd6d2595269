import { useTexts } from '../../kit/texts/use-texts.ts'
import { RecoveryCodes } from '../../panel/recovery-codes.tsx'

/** The recovery codes, with their words. */
export function Codes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTexts('member')
  const texts = {
    text: t('codes.text'),
    download: t('codes.download'),
    print: t('codes.print'),
    kept: t('codes.kept'),
    done: t('codes.done'),
    file: t('codes.file'),
    fileHead: t('codes.fileHead', { place: location.host }),
    list: t('codes.list'),
  }
  return <RecoveryCodes codes={codes} texts={texts} onDone={onDone} />
}
