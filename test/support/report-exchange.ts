/** A request of a test under `/v1`, and the response of Dray. */
export type Exchange = {
  request: { method: string; path: string; headers: Record<string, string>; body?: string | undefined }
  recorded: { status: number; headers: Record<string, string>; text: string }
}

/** Set by `npm run check:reference -- --whole`, which shows each exchange to Prism. */
const collector = process.env.DRAY_EXCHANGES_URL

export async function reportExchange(exchange: () => Exchange): Promise<void> {
  if (!collector) return
  await fetch(collector, { method: 'POST', body: JSON.stringify(exchange()) })
}
