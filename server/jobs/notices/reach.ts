/** Great-circle distance in kilometres from a place to a job's rounded position. The parameters are columns. */
const kilometresTo = (lat: string, lon: string) => `2 * 6371.0088 * asin(least(1, sqrt(
  sin(radians(job.feed_lat - ${lat}) / 2) ^ 2
  + cos(radians(${lat})) * cos(radians(job.feed_lat)) * sin(radians(job.feed_lon - ${lon}) / 2) ^ 2)))`

/** Whether the job is in the box around a circle, also from the other side of the date line (migration 0094). */
const isInBox = (lat: string, lon: string) =>
  `(${['', ' - 360', ' + 360']
    .map((turn) => `point(job.feed_lon${turn}, job.feed_lat)`)
    .map((place) => `reach_box(${lat}, ${lon}, radius_km) @> box(${place}, ${place})`)
    .join(' or ')})`

const circleSql = (lat: string, lon: string) => `account_id, radius_km, ${kilometresTo(lat, lon)} as km`

/**
 * The carriers for whom a row of `job` is in reach of the base, or of a saved area with alerts (decision 82), with the
 * least distance. Only circles whose box has the job are read, and measured. A concurrent deletion of an area is either
 * before this statement or after it: nothing refers to the area, so no notice fails with it.
 */
export const reachesSql = `select account_id, min(km) as km from (
    select ${circleSql('base_lat', 'base_lon')} from carrier
    where status = 'approved' and ${isInBox('base_lat', 'base_lon')}
    union all
    select ${circleSql('lat', 'lon')} from carrier_area where has_alerts and ${isInBox('lat', 'lon')}
  ) circle where km <= radius_km group by account_id`
