/** Receipts and credit notes, of the app. */
export const en = {
  title: 'Receipts',
  none: 'No receipts yet.',
  kinds: {
    receipt: 'Receipt',
    top_up: 'Receipt for wallet money',
    credit_note: 'Credit note',
    debit_note: 'Debit note',
  },
  test: 'A test: no real money was moved.',
  date: 'Date',
  corrects: 'For',
  seller: 'Seller',
  taxNumber: 'Tax number',
  address: 'Address',
  items: {
    platform: {
      delivery: 'Delivery',
      fee: 'Service fee',
      cancellation_fee: 'Cancellation fee',
      top_up: 'Money in your wallet',
      refund: 'Refund',
    },
    carrier: {
      delivery: 'Delivery, sold by the carrier',
      fee: 'Service fee',
      cancellation_fee: 'Cancellation fee, for the carrier',
      top_up: 'Money in your wallet',
      refund: 'Refund of what the carrier sold',
    },
  },
  vat: 'VAT {{percent}}',
  vatOf: '{{vat}} of {{net}}',
  carriersTax: 'What the carrier sells is taxed by the carrier, who tells you its tax.',
  events: {
    hold: 'Held {{when}}',
    charge: 'Charged {{when}}',
    release: 'Released {{when}}',
    refund: 'Refunded {{when}}',
    returned: 'Refund returned by the bank {{when}}',
  },
  file: 'Download {{number}} (PDF)',
} as const
