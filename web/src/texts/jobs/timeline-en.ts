/** What happened to a job. */
export const timelineEn = {
  timeline: 'What happened',
  timelineText: 'Each change with its own time. You can download it for a dispute; that is recorded.',
  timelineExport: 'Download',
  timelineFormats: {
    csv: 'Spreadsheet (CSV)',
    json: 'With the price (JSON)',
    pdf: 'For a bank, with the photos (PDF)',
  },
  lastKnown: 'Last known: when it happened was not recorded.',
  kinds: {
    event: 'Job',
    notice: 'Notice',
    text: 'Text',
    push: 'Push',
    payment: 'Payment',
    effect: 'Processor',
    dispute: 'Bank',
    block: 'Money',
    act: 'Action',
    note: 'Note',
  },
  actors: {
    partner: 'partner',
    customer: 'customer',
    carrier: 'carrier',
    staff: 'staff',
    cli: 'command line',
    system: 'the service',
  },
  toWhom: 'to the {{who}}',
} as const
