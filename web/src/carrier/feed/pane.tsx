import { Pane } from '../../kit/pane.tsx'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { FeedContent } from './content.tsx'
import '../../shared/app.css'
import '../carrier.css'

/** The feed beside its map or an offer. */
export function FeedPane({ isMain }: { isMain: boolean }) {
  const { t } = useTexts('carrier')
  return (
    <Pane title={t('title.feed')} isMain={isMain}>
      <FeedContent />
    </Pane>
  )
}
