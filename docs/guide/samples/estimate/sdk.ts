import { Dray, DrayError, GeocodingError, ValidationError } from '@dray/sdk'

const dray = new Dray({ apiKey: 'YOUR_TEST_KEY', baseUrl: '{base_url}' })

try {
  const price = await dray.estimate({
    size: 'M',
    pickup: { address: 'Calle Mayor 10, 28013 Madrid', floor: 2, has_elevator: false },
    dropoff: { address: 'Calle de Alfonso I 5, 50003 Zaragoza' },
  })
  console.log(price.total_customer_pays_eur, 'EUR')
  console.log(price.disclaimer)
} catch (error) {
  if (!(error instanceof DrayError)) throw error
  console.error(`${error.status} ${error.code}: ${error.message}`)
  if (error instanceof ValidationError || error instanceof GeocodingError) console.error(error.details)
  process.exitCode = 1
}
