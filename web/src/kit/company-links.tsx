import { type LegalText, legalPaths, legalTexts } from '#contract/company.ts'
import { company } from './company.ts'
import { currentLanguage } from './language.ts'
import { useTexts } from './texts/use-texts.ts'
import { withLinks } from './with-links.tsx'

/** The address of a text of the company, in the language of the app. */
export const legalUrl = (name: LegalText): string => `${legalPaths[name]}?lang=${currentLanguage()}`

/** Foot of every screen: who runs the service, and the company's texts. */
export function CompanyLinks() {
  const { t } = useTexts('kit')
  const { legal_name: name } = company()
  return (
    <footer className="dray-company">
      {name && <p data-if="company">{t('company.runBy', { name })}</p>}
      <nav aria-label={t('company.links')}>
        {legalTexts.map((text) => (
          <a key={text} href={legalUrl(text)}>
            {t(`company.${text}`)}
          </a>
        ))}
      </nav>
    </footer>
  )
}

/** A contact as people read it, without the scheme of its link. */
const shownContact = (url: string): string => url.replace(/^(mailto:|tel:|https:\/\/)/, '')

/** A link to where people get help: the contact of the company, else the help page, which says whom to ask. */
export function SupportLink({ url = company().support_url }: { url?: string }) {
  const { t } = useTexts('kit')
  const isPage = [legalPaths.help, location.origin + legalPaths.help].includes(url)
  return (
    <a className="dray-plain-link" href={isPage ? legalUrl('help') : url}>
      {isPage ? t('company.toHelp') : t('company.contact', { contact: shownContact(url) })}
    </a>
  )
}

/** The legal note of an act: signing in accepts the terms of this page; a payment only links to them. */
export function LegalNote({ act }: { act: 'signIn' | 'pay' }) {
  const { t } = useTexts('kit')
  const { terms_version, has_privacy_notice } = company()
  const links = { terms: legalUrl('terms'), privacy: legalUrl('privacy') }
  return (
    <p className="dray-legal-note">
      {terms_version && <span data-if="terms">{withLinks(t(`company.${act}Terms`), links)} </span>}
      {has_privacy_notice && <span data-if="privacy">{withLinks(t('company.privacyNote'), links)}</span>}
    </p>
  )
}
