/** Texts around the guide for partners; its pages are in `docs/guide`. */
export const docs = {
  documentation: 'Documentation',
  guide: 'Guide',
  reference: 'Reference',
  console: 'Console',
  companyPages: 'Company',
  search: {
    label: 'Search the guide',
    placeholder: 'Search  ( / )',
    results: 'Results',
    none: 'Nothing found. Try another word, or the name of a field.',
    lost: 'The search could not be loaded. Check your connection and try again.',
  },
  contents: 'Contents',
  groups: {
    begin: 'Get started',
    calls: 'The calls',
    failures: 'When something fails',
    test: 'Test',
    ship: 'Build and go live',
  },
  morePages: 'More pages',
  previous: 'Previous',
  next: 'Next',
  asMarkdown: 'This page as Markdown',
  copy: 'Copy',
  copied: 'Copied',
  copyRefused: 'Not allowed',
  /** Above samples that show the reader's test key. */
  withKey: 'With your test key',
  removeKey: 'Remove it',
  /** Description of the whole guide, for programs. */
  summary:
    'Hand over a delivery or moving job for one of your users in three HTTP calls: estimate a price, create a draft, read its status. The customer confirms and pays in the app; a carrier delivers.',
  /** The headings and links of `/llms.txt`. */
  llms: {
    title: 'Dray partner API',
    calls: 'The three calls',
    key: ({ baseUrl, support }: { baseUrl: string; support: string }) =>
      `The base URL is ${baseUrl}; bodies are JSON. Every request has the header \`X-API-Key\` with an API key. A test key is free and moves no money: people of a partner issue it under "Keys" on the pages of their company, ${baseUrl}/partner. Without an invitation to them, ask ${support}.`,
    documents: 'Documents',
    openApi: 'OpenAPI 3.1 document of the API',
    sandboxOpenApi: 'OpenAPI 3.1 document of the sandbox',
    whole: 'The whole guide in one file',
    previewPrice: 'The price of a distance with your tariff, step by step.',
    previewText: 'The SMS that a customer would get.',
    npmSdk: { title: 'SDK for TypeScript', note: 'Install it with `npm install` and this URL.' },
    pythonSdk: { title: 'SDK for Python', note: 'Install it with `pip install` and this URL.' },
    postmanCollection: {
      title: 'Postman collection',
      note: 'Every operation of the API and of the sandbox.',
    },
    postmanEnvironment: { title: 'Postman environment', note: 'Its variables, such as the base URL.' },
  },
  /** The default contact for partners. */
  keyGivers: 'the people who run this service',
  toolOnPage: (url: string) => `(On the page there is a tool for this: ${url})`,
  consolePage: {
    description: 'Create test jobs, move them and their clock, and read the SMS of their customers.',
    lead: 'Bring a test job to life: create it, let the customer and the carrier act, and move the clock. Once you have created a job or made a move here, the clock goes on while you see this page. Nothing here reaches a real person or costs money.',
  },
  notFound: {
    title: 'There is no such page',
    lead: 'Check the address, or search the guide above for a word, a field or an error code.',
    guide: 'Go to the guide',
  },
  toolNeedsScripts:
    'This tool needs scripts, which are switched off in this browser. The guide shows the same calls with curl.',
  toolNotBuilt:
    'The tool that belongs here is not built on this server. Its operator can build it with `npm run build`.',
  endings: {
    as_you_leave_it: 'as you leave it',
    completed: '`completed`',
    cancelled: '`cancelled`',
    gone: '`404`',
  },
}
