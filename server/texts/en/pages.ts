import type { Duration } from '../duration.ts'
import { durationText } from './formats.ts'

/** The pages that the server writes. */
export const pages = {
  language: 'Language',
  languageName: 'English',
  skip: 'Skip to content',
  /** For the customer before the sign-in code. They fit every job, so they reveal no data of this job. */
  draft: {
    title: 'Your delivery is almost ready',
    lead: 'Open it in the app to see the details and the price, and confirm.',
    open: 'Open in the app',
    notOpened: 'Nothing happened? The app may not be on this phone.',
    onComputer: 'On a computer? Open the link in the text on your phone instead.',
    onlyYou: 'Only you can see it: you sign in with a code we send to the number that got the text.',
    next: 'What comes next',
    steps: [
      { name: 'Review', what: 'Check the addresses, the size, the photos and the total price.' },
      { name: 'Pay', what: 'The amount is only held. You are charged once the carrier has delivered.' },
      { name: 'Publish', what: 'Carriers nearby see your job and one of them accepts it.' },
    ],
    waits: (life: Duration) =>
      `The draft waits ${durationText(life)} from the text. After that it is deleted and you pay nothing; ask the company that sent the link for a new one.`,
    noApp: 'No app yet?',
    getApp: 'Install it, then tap the link in the text again.',
    browse: 'Or continue in the browser',
    appStore: 'Get it for iPhone',
    playStore: 'Get it for Android',
    noScript:
      'Scripts are switched off in this browser, so the button cannot open the app. With the app installed, the link in the text opens it directly.',
    neverShare: 'Never share your code. Nobody will call or write to ask you for it.',
  },
  home: {
    title: 'Deliveries and moves, by carriers near you',
    lead: 'You see the price before you decide, and pay after the delivery. Cancelling late can cost a fee.',
    price: {
      act: 'See what it costs',
      note: 'A size and two addresses are enough. You need no account.',
    },
    how: {
      title: 'How it works',
      steps: [
        {
          name: 'You see the price',
          what: 'It depends on the size, the distance and the floors without a lift. Nothing is added later.',
        },
        {
          name: 'The amount is held, not charged',
          what: 'You confirm with a code we text you, and publish the job. Carriers nearby see it.',
        },
        {
          name: 'A carrier comes',
          what: 'You agree on a time, see the name and the vehicle, and can reach the carrier.',
        },
        { name: 'You pay after the delivery', what: 'Then the amount is charged, and you get a receipt.' },
      ],
    },
    wrong: {
      title: 'If something goes wrong',
      points: [
        'Until a carrier accepts, and for five minutes after that, cancelling costs nothing. Later there is a fee, which you see before you pay and again before you cancel.',
        'If the carrier does not come in time, you cancel for nothing.',
        'If a carrier gives the job back, it goes on to the next one without paying again.',
        'If something is damaged or missing, report it in the app with photos. Our team looks into it.',
      ],
    },
    who: {
      title: 'Who runs this service',
      ask: 'You reach us here:',
      askHelp: 'A question?',
      help: 'Help',
    },
    customers: {
      name: 'You got a text with a link?',
      what: 'Tap the link in the text, or sign in here with the same number. You can also start a job yourself.',
    },
    carriers: {
      name: 'You have a van or a car?',
      what: 'Drive with us: find jobs near you, and get paid after each delivery.',
    },
    help: { name: 'A question?', what: 'Answers, and how to reach us.' },
    developers: 'For developers:',
    guide: 'partner guide',
    reference: 'API reference',
    health: 'status',
  },
  notFound: {
    title: 'There is nothing here',
    lead: 'The address may be mistyped or incomplete. If it came in a text, tap the link in the text again.',
    home: 'Go to the home page',
  },
  /** In the HTML page of the web app; all other texts are part of the app. */
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Deliveries and moves: see the price, pay when it has arrived.',
    noScript:
      'This page needs scripts, which are switched off in this browser. Switch them on and reload it.',
  },
  /** In the HTML pages of the panels. */
  admin: { title: 'Dray panel' },
  partner: { title: 'Dray for partners' },
}
