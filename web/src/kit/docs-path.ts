/** The guide in the language of the page, as the server has it: `/docs`, `/docs/es`. */
export const docsPath = (language: string, page = ''): string =>
  (language === 'en' ? '/docs' : `/docs/${language}`) + page
