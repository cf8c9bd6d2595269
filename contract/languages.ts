/** The languages of all texts: panels, guide, reference, command line, errors of the partner API (decision 80). */
export const languages = ['en', 'es'] as const
export type Language = (typeof languages)[number]

/** The languages of the texts for customers and carriers: app, SMS, pushes, mails, receipts, pages (decision 80). */
export const personLanguages = [...languages, 'pt', 'fr', 'it', 'de', 'ca'] as const
export type PersonLanguage = (typeof personLanguages)[number]
