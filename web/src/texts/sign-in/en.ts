/** Texts of the sign-in and of a draft's first screen, apart from the others: a phone loads them first. */
export const en = {
  signIn: {
    title: 'Sign in',
    about: 'Dray finds a carrier nearby for your delivery or move.',
    aboutCarrier: 'For carriers: find jobs near you and get paid after each delivery.',
    lead: 'We text you a code. There is no password to remember.',
    phone: 'Phone number',
    phoneHelp: 'With the country code, for example +34 612 345 678.',
    phoneOdd:
      'This does not look like a phone number. Enter it with its country code, for example +34 612 345 678.',
    ask: 'Text me a code',
    codeTitle: 'Enter the code',
    codeSent: 'We sent six digits to {{phone}}.',
    digit: 'Digit {{number}} of 6',
    checking: 'Checking the code',
    resend: 'Send a new code',
    resendIn_one: 'Send a new code (in {{count}} second)',
    resendIn_other: 'Send a new code (in {{count}} seconds)',
    resendInMinutes_one: 'Send a new code (in {{count}} minute)',
    resendInMinutes_other: 'Send a new code (in {{count}} minutes)',
    resendInHours_one: 'Send a new code (in {{count}} hour)',
    resendInHours_other: 'Send a new code (in {{count}} hours)',
    resent: 'If the number is right, a new code is on its way.',
    otherNumber: 'Change the number',
    noText: 'No text after a minute? Check the number, then ask for a new code.',
    neverShare: 'Never share your code. Nobody will call or write to ask you for it.',
  },
  draft: {
    title: 'Your delivery is almost ready',
    lead: 'The company named in your text message has prepared a delivery or a move for you with Dray, where carriers nearby accept jobs like this one. Sign in with your phone to see it. You pay nothing until you decide to.',
    whyCode:
      'We text a code to your number to make sure that it is you: only the number that got the text can open the job.',
    next: 'What comes next',
    steps: {
      review: { name: 'Review', what: 'See the addresses, the photos and the total price.' },
      pay: { name: 'Pay', what: 'The amount is only held. You are charged on delivery.' },
      publish: { name: 'Publish', what: 'Carriers nearby see your job and one of them accepts it.' },
    },
    absentTitle: 'We cannot show this job',
    absentText:
      'A link opens only for the number that got the text, and only until the draft expires. Sign in with that number, or ask the company that sent the link for a new one.',
    signedInAs: 'You are signed in with {{phone}}.',
    otherNumber: 'Use another number',
    myJobs: 'My jobs',
  },
} as const
