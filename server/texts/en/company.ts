/** The pages of the company behind the service, and the links to them. */
export const company = {
  links: 'Company and legal',
  names: { help: 'Help', terms: 'Terms', privacy: 'Privacy', imprint: 'Imprint' },
  titles: {
    help: 'Help',
    terms: 'Terms and conditions',
    privacy: 'Privacy notice',
    imprint: 'Imprint',
  },
  version: (version: string) => `Version ${version}`,
  runBy: (name: string) => `A service of ${name}`,
  facts: { name: 'Company', taxNumber: 'Tax number', address: 'Address', contact: 'Contact' },
  /** Default without a text of the operator. */
  missing: {
    terms: 'The company that runs this service has not published its terms here yet.',
    privacy: 'The company that runs this service has not published its privacy notice here yet.',
    imprint: 'The company that runs this service has not said here yet who it is.',
  },
  askFirst: 'Ask us before you pay or accept a job:',
  askPartner:
    'Before you pay or accept a job, ask the company that sent you the link or invited you to drive.',
  ownData: 'In the app, under “Account”, you can download what is stored about you, or delete your account.',
  help: {
    contactLead: 'You reach us here:',
    noContact:
      'There is no common contact for this service yet. If you got a text with a link, ask the company that it names: it handed the delivery over. If you drive, ask the people who invited you.',
    questions: [
      {
        ask: 'I got a text with a link. What is it?',
        answer:
          'The company named in the text has prepared a delivery or a move for you. Open the link and sign in with a code that we send to your number. You see the job and its price, and pay nothing until you decide to.',
      },
      {
        ask: 'Something is wrong with my delivery',
        answer:
          'Open the job in the app and choose “Something is wrong”. You can add photos, and the answer appears there too.',
      },
      {
        ask: 'I want to cancel',
        answer: 'Open the job in the app. Before you confirm, you see whether it costs anything.',
      },
      {
        ask: 'I deliver jobs',
        answer:
          'Your jobs, your documents and your earnings are in the carrier’s part of the app. An accepted job shows the phone number of its customer.',
      },
    ],
    customers: 'My jobs',
    carriers: 'For carriers',
  },
}
