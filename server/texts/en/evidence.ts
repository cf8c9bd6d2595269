/** The file of a job for a bank that takes a charge back. */
export const evidence = {
  title: (shortId: string) => `Delivery ${shortId}`,
  test: 'A job of a test key: no goods and no money were moved.',
  trip: (from: string, to: string) => `From ${from} to ${to}`,
  total: (euros: string) => `Total: ${euros}`,
  steps: { collection: 'Collection by the carrier', delivery: 'Delivery by the carrier' },
  at: (instant: string) => `Time: ${instant} (UTC)`,
  received: (instant: string) => `Received by the server: ${instant} (UTC)`,
  away: (metres: number, accuracy: number) =>
    `Place of the phone: ${metres} m from the address, known to ${accuracy} m`,
  code: {
    used: 'The customer told the carrier the code for the delivery.',
    bypassed: 'Delivered with a photo, without the code of the customer.',
  },
  noPhoto: 'No photo is stored.',
  changes: 'Changes of the job and its money (UTC)',
  exported: (instant: string, by: string) => `Made on ${instant} (UTC) by ${by}`,
}
