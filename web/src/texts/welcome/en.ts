/** What carriers read before they have an account. */
export const en = {
  title: 'Earn with your vehicle',
  lead: 'Customers near you publish deliveries and moves with their price. You choose which ones you take and when.',
  examples: {
    title: 'What you would earn',
    note: 'Examples, not real jobs: computed with today’s prices and the distance by road. Floors without a lift pay more.',
    earns: 'You get {{earns}}',
    trip: '{{distance}} · about {{duration}} with loading',
    none: 'We cannot compute examples right now. After signing in you see the real jobs near you.',
  },
  fees: {
    title: 'What we keep',
    none: 'Nothing of these amounts. Customers pay our fee on top of the price.',
    some: '{{percent}} of the price of a job. The amounts above are what is left for you.',
  },
  payouts: {
    title: 'How you are paid',
    text: 'The customer’s money is held before you see the job and charged when you have delivered. Then your share is paid out to the account you set up in your profile. The app shows each amount and when it was paid.',
  },
  documents: {
    title: 'What you need',
    phone: 'A mobile number for the sign-in code, your name, your vehicle and its size.',
    some: 'Photos of: {{documents}}.',
    kinds: { licence: 'driving licence', insurance: 'insurance', other: 'the document we ask you for' },
    approval: 'We check what you send and tell you when you can accept jobs.',
  },
  expected: {
    title: 'What we expect',
    time: 'You agree on a time with the customer. Without an agreed time, collect within {{hours}} h of accepting; with one, at the latest {{minutes}} min after its end.',
    strike:
      'Dropping an accepted job, or not collecting it in time, counts as a strike. {{strikes}} strikes in {{days}} days suspend your account. A first breakdown does not count.',
    late: 'If a customer cancels late, you get {{percent}} of the fee: {{from}} to {{to}}, by size.',
    trip: 'If the customer is not there, or the goods are not as described, you get {{percent}} of the fee for the wasted trip: {{from}} to {{to}}, by size.',
  },
  signUp: 'Sign up as a carrier',
  signIn: 'I have an account already',
  failed: 'We could not load the terms.',
} as const
