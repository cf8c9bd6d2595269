import type { FastifyBaseLogger } from 'fastify'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { createMemoryLimiter } from '#lib/rate-limiter/memory-limiter.ts'
import type { Chosen } from '../config/choose-providers.ts'
import type { Settings } from '../config/load-settings.ts'
import type { Config } from '../config/read-config.ts'
import { secretKeyFileIn } from '../config/secret-key-file.ts'
import type { Database } from '../db/database.ts'
import { cached } from '../geocoding/cache.ts'
import { chain as geocoderChain } from '../geocoding/chain.ts'
import type { Geocoder, RememberingGeocoder } from '../geocoding/geocoder.ts'
import { createPostcodeVersion } from '../geocoding/postcode-version.ts'
import { geocoderProviders } from '../geocoding/providers/index.ts'
import { OperatorError } from '../lib/operator-error.ts'
import type { ConfinementLevel } from '../photos/confinement.ts'
import { createPhotoDecoder, type PhotoDecoder } from '../photos/decoder.ts'
import { decoderCount } from '../photos/decoder-count.ts'
import { discardPhotos } from '../photos/discard.ts'
import { createPhotoIngest } from '../photos/ingest.ts'
import { storageProviders } from '../photos/storage/index.ts'
import type { PhotoStorage } from '../photos/storage/storage.ts'
import { twoPlaces } from '../photos/storage/two-places.ts'
import { chain as routerChain } from '../routing/chain.ts'
import { routerProviders } from '../routing/providers/index.ts'
import type { Router } from '../routing/router.ts'
import type { DeliveryReader, SmsProvider, SmsProviderNeeds, SmsProviders } from '../sms/provider.ts'
import { smsProviders } from '../sms/providers/index.ts'
import { withSenders } from '../sms/senders.ts'
import { meteredGeocoder, meteredRouter, meteredSms, meteredStorage } from './metered-providers.ts'
import type { Metrics } from './metrics.ts'

/** Returns a limiter in memory, or shared through Redis if `REDIS_URL` is set. The Redis client is loaded only then. */
export async function connectLimiter(
  { redisUrl, nodes }: Pick<Config, 'redisUrl' | 'nodes'>,
  log: FastifyBaseLogger,
): Promise<Limiter> {
  if (!redisUrl) return createMemoryLimiter()
  const { connectRedisLimiter } = await import('#lib/rate-limiter/redis-limiter.ts')
  return connectRedisLimiter({ url: redisUrl, keyPrefix: 'dray:rate:', fallback: { liveNodes: nodes }, log })
}

export async function connectGeocoder(
  { geocoders }: Config,
  { database, metrics, log }: { database: Database; metrics: Metrics; log: FastifyBaseLogger },
): Promise<RememberingGeocoder> {
  const needs = { kysely: database.kysely }
  const version = createPostcodeVersion({ pool: database.pool }, { maxAgeMs: 2_000 })
  const engines = await Promise.all(
    geocoders.map(async (chosen) => {
      const engine = await connectChosen<Geocoder | Promise<Geocoder>>(geocoderProviders, chosen, needs)
      // Only the embedded engine depends on imported postcodes; only other engines' results are cached in the table.
      const memory = chosen.name === 'embedded' ? { version } : { kysely: database.kysely }
      return cached(meteredGeocoder(engine, metrics), memory)
    }),
  )
  return geocoderChain(engines, (geocoder, reason) =>
    log.warn({ geocoder, reason }, 'the geocoder is in trouble'),
  )
}

export const connectRouter = (
  { routers }: Config,
  { metrics, log }: { metrics: Metrics; log: FastifyBaseLogger },
): Router =>
  routerChain(
    routers.map((chosen) => meteredRouter(connectChosen<Router>(routerProviders, chosen), metrics)),
    (router, reason) => log.warn({ router, reason }, 'the router is in trouble'),
  )

export function connectSms(
  { smsProviders: [first, ...others], senders, baseUrl }: Config,
  { metrics, log }: { metrics: Metrics; log: FastifyBaseLogger },
): SmsProviders {
  if (!first) throw new Error('SMS_PROVIDER names no provider')
  const connected = (chosen: Chosen): SmsProvider => {
    const onTrouble = (reason: string) =>
      log.warn({ provider: chosen.name, reason }, 'SMS provider not reached')
    const provider = connectChosen<SmsProvider>(smsProviders, chosen, { baseUrl, onTrouble })
    return meteredSms(withSenders(provider, senders), metrics)
  }
  return [connected(first), ...others.map(connected)]
}

/** The readers of the webhooks of the SMS providers that send webhooks and can reach us. */
export function connectDeliveries({ smsProviders: chosen, baseUrl }: Config) {
  const modules: Record<
    string,
    { delivery?: (settings: never, needs: SmsProviderNeeds) => DeliveryReader | null }
  > = smsProviders
  return chosen.flatMap(({ name, settings }) => {
    const read = modules[name]?.delivery?.(settings as never, { baseUrl })
    return read ? [{ provider: name, read }] : []
  })
}

type PhotoRuntime = {
  database: Database
  metrics: Metrics
  log: FastifyBaseLogger
  settings: Settings
}

export function connectPhotos(config: Config, { database, metrics, log, settings }: PhotoRuntime) {
  const storage = connectPhotoStorage(config, (place) => meteredStorage(place, metrics))
  const decoder: PhotoDecoder = createPhotoDecoder({
    processes: decoderCount(),
    hidden: privatePlaces(config, settings),
    onConfined: (level) => noteConfinement(log, level),
  })
  const ingest = createPhotoIngest({
    guard: { allowed: config.photoSourcesAllowed },
    decoder,
    storage,
    pool: database.pool,
    onResult(result, durationMs, reason) {
      metrics.photos.labels(result, reason ?? 'none').inc()
      metrics.photoSeconds.labels(result).observe(durationMs / 1000)
    },
    onUnderWay: (count) => metrics.photosUnderWay.set(count),
  })
  const discard = async (names: string[]) => {
    await discardPhotos({ pool: database.pool, storage }, names).catch(() => {})
  }
  return { storage, decoder, ingest, discard }
}

/**
 * Connects the chosen storage, and the other one that the settings name, where photos can be that were not moved yet.
 */
export function connectPhotoStorage(
  config: Pick<Config, 'photoStorage' | 'otherPhotoStorage' | 'dataDir'>,
  wrap: (place: PhotoStorage) => PhotoStorage = (place) => place,
): PhotoStorage {
  const { main, other } = connectPhotoPlaces(config)
  return other ? twoPlaces(wrap(main), wrap(other)) : wrap(main)
}

/** The two places one by one, for the move and the doctor. */
export function connectPhotoPlaces({
  photoStorage,
  otherPhotoStorage,
  dataDir,
}: Pick<Config, 'photoStorage' | 'otherPhotoStorage' | 'dataDir'>): {
  main: PhotoStorage
  other: PhotoStorage | null
} {
  const connect = (chosen: Chosen) => connectChosen<PhotoStorage>(storageProviders, chosen, { dataDir })
  return { main: connect(photoStorage), other: otherPhotoStorage && connect(otherPhotoStorage) }
}

/** Paths that a compromised decoder must not read. The key file may be a link to a path outside the data folder. */
export function privatePlaces(
  {
    dataDir,
    photoStorage,
    otherPhotoStorage,
  }: Pick<Config, 'dataDir' | 'photoStorage' | 'otherPhotoStorage'>,
  { file, secretFiles = [] }: Pick<Settings, 'file' | 'secretFiles'>,
): string[] {
  const folders = [photoStorage, otherPhotoStorage].map(
    (place) => (place?.settings as { PHOTO_DIR?: string } | null)?.PHOTO_DIR,
  )
  return [dataDir, secretKeyFileIn(dataDir), file, ...secretFiles, ...folders].filter(
    (place) => place != null,
  )
}

function noteConfinement(log: FastifyBaseLogger, level: ConfinementLevel): void {
  if (level === 'full') log.debug({ level }, 'photo decoders are confined')
  else log.warn({ level }, 'the system does not let photo decoders be confined in full; see `dray doctor`')
}

type Modules<T> = Record<string, { connect: (settings: never, needs: never) => T }>

/**
 * Connects the chosen provider. The casts are safe because its settings were validated by the schema of the same
 * module.
 *
 * @throws OperatorError when the installation uses this provider and this process has no settings for it.
 */
export function connectChosen<T>(modules: Modules<T>, { name, settings, faults }: Chosen, needs?: object): T {
  const module = modules[name]
  if (!module) throw new Error(`There is no provider ${name}`)
  if (faults)
    throw new OperatorError(
      `This installation uses ${name}, whose settings are not known here: ${faults.join('; ')}.\nGive the server's settings here too, such as by a settings file`,
    )
  return module.connect(settings as never, needs as never)
}
