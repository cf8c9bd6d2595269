/** Addresses that Dray finds in its own gazetteer. */
const addresses = [
  'Calle Mayor 10, 28013 Madrid',
  'Calle de Alfonso I 5, 50003 Zaragoza',
  'Carrer de la Pau 3, 46002 Valencia',
  'Calle Sierpes 20, 41004 Sevilla',
  'Gran Via 1, 48001 Bilbao',
  'Calle Larios 4, 29005 Malaga',
  'Carrer de Balmes 50, 08007 Barcelona',
]

export type Pair = { pickup: { address: string }; dropoff: { address: string } }

/** Different pairs of known addresses. */
export const pairs: Pair[] = addresses.flatMap((from, index) =>
  [1, 3].map((step) => ({
    pickup: { address: from },
    dropoff: { address: addresses[(index + step) % addresses.length] ?? '' },
  })),
)

/** The job that loads create. */
export const newJob = {
  title: 'Three-seat sofa',
  description: 'Grey, 2.10 m long.',
  size: 'L',
  pickup: { address: 'Calle Mayor 10, 28013 Madrid' },
  dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  customer_phone: '+34612345678',
}
