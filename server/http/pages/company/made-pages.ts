import { type Company, type LegalText, legalPaths, legalTexts } from '#contract/company.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { escapeHtml } from '../../../lib/escape-html.ts'
import { texts } from '../../../texts/index.ts'

/** `contact` is null without `SUPPORT_CONTACT`. */
export type CompanyFacts = Omit<Company, 'support_url'> & { contact: string | null }

/** The default content of a page without a text of the operator: the known facts, and a contact. */
export function madePage(name: LegalText, language: PersonLanguage, company: CompanyFacts): string {
  if (name === 'help') return help(language, company)
  if (name === 'imprint') return imprint(language, company)
  const { ownData } = texts[language].company
  return [missing(name, language, company), ...(name === 'privacy' ? [`<p>${ownData}</p>`] : [])].join('\n')
}

function missing(
  name: Exclude<LegalText, 'help'>,
  language: PersonLanguage,
  { contact }: CompanyFacts,
): string {
  const t = texts[language].company
  const ask = contact ? `${t.askFirst} ${contactLink(contact)}` : t.askPartner
  return `<p class="lead">${t.missing[name]}</p>\n<p>${ask}</p>`
}

function imprint(language: PersonLanguage, company: CompanyFacts): string {
  if (!company.legal_name) return missing('imprint', language, company)
  return factsList(language, company)
}

/** Name, tax number, address and contact of the company, as far as they are known. */
export function factsList(language: PersonLanguage, company: CompanyFacts): string {
  const { facts } = texts[language].company
  const { legal_name, tax_number, address, contact } = company
  const rows = [
    [facts.name, legal_name && escapeHtml(legal_name)],
    [facts.taxNumber, tax_number && escapeHtml(tax_number)],
    [facts.address, address && escapeHtml(address)],
    [facts.contact, contact && contactLink(contact)],
  ].filter(([, value]) => value)
  return `<dl class="facts">${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('')}</dl>`
}

function help(language: PersonLanguage, { contact }: CompanyFacts): string {
  const { help: t } = texts[language].company
  const reach = contact
    ? `<p class="lead">${t.contactLead}</p>\n<p><a class="button plain" href="${escapeHtml(contact)}">${escapeHtml(shownContact(contact))}</a></p>`
    : `<p class="lead">${t.noContact}</p>`
  const questions = t.questions.map(({ ask, answer }) => `<h2>${ask}</h2>\n<p>${answer}</p>`)
  const ways = `<p class="both"><a href="/app">${t.customers}</a> <a href="/carrier">${t.carriers}</a></p>`
  return [reach, ...questions, ways].join('\n')
}

export const contactLink = (contact: string): string =>
  `<a href="${escapeHtml(contact)}">${escapeHtml(shownContact(contact))}</a>`

/** A contact as people read it, without the scheme of its link. */
export const shownContact = (url: string): string => url.replace(/^(mailto:|tel:|https:\/\/)/, '')

/** The company in the page of the web app, where `web/src/kit/company.ts` reads it. */
export function companyMeta({ contact, ...facts }: CompanyFacts): string {
  const company: Company = { ...facts, support_url: contact ?? legalPaths.help }
  return `<meta name="dray-company" content="${escapeHtml(JSON.stringify(company))}">`
}

/** The foot of a page for people: who runs the service, and the company's texts. */
export function companyFoot(language: PersonLanguage, legalName: string | null = null): string {
  const { links, names, runBy } = texts[language].company
  const items = legalTexts.map(
    (name) => `<li><a href="${legalPaths[name]}?lang=${language}">${names[name]}</a></li>`,
  )
  const by = legalName ? `<p>${escapeHtml(runBy(legalName))}</p>` : ''
  return `${by}<nav aria-label="${links}"><ul>${items.join('')}</ul></nav>`
}
