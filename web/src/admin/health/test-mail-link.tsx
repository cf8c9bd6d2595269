import { Button } from '@mantine/core'
import { useTexts } from '../../kit/texts/use-texts.ts'
import { PanelLink } from '../../panel/link.tsx'
import { Section } from '../../panel/section.tsx'

/** Leads to the member's own address, to which a test mail is sent. */
export function TestMailLink() {
  const { t } = useTexts('health')
  return (
    <div className="health-part">
      <Section
        title={t('testMail.title')}
        text={t('testMail.text')}
        actions={
          <Button variant="default" renderRoot={(props) => <PanelLink {...props} to="/admin/alerts" />}>
            {t('testMail.act')}
          </Button>
        }
      />
    </div>
  )
}
