import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { ApiError } from './api.ts'
import { SupportLink } from './company-links.tsx'
import { useOnline } from './online.ts'
import { useTexts } from './texts/use-texts.ts'

/** Empty state: what would be here, and an action to start with. */
export function Empty({
  icon,
  title,
  text,
  action,
}: {
  icon?: ReactNode
  title: string
  text?: string
  action?: ReactNode
}) {
  return (
    <div className="dray-state">
      {icon}
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  )
}

/**
 * Error state of a read, with a retry button, or a sign-in button after a 401. A read that failed offline is sent again
 * when the device is online.
 */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTexts('kit')
  const message = useErrorText()(error)
  const isOnline = useOnline()
  const status = error instanceof ApiError ? error.status : null
  const signedOut = status === 401
  const goesOn = status === 0 && !isOnline
  return (
    <div className="dray-state" role="alert">
      <h2>{t(status === 0 ? 'error.offlineTitle' : 'error.title')}</h2>
      <p>{signedOut ? t('error.signedOut') : goesOn ? t('error.offline') : message}</p>
      {signedOut && (
        <Button component="a" href={signInUrl()}>
          {t('error.signIn')}
        </Button>
      )}
      {!signedOut && onRetry && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  )
}

/** Loading skeleton of `rows` cards. */
export function Loading({ rows = 3 }: { rows?: number }) {
  const { t } = useTexts('kit')
  return (
    <Stack gap="md" aria-busy="true">
      <VisuallyHidden role="status">{t('loading')}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={88} radius="lg" />
      ))}
    </Stack>
  )
}

/** Message of an error for the user: the message of an error response, and after a 401 a link to the sign-in. */
export function useErrorText(): (error: unknown) => ReactNode {
  const { t } = useTexts('kit')
  return (error) => {
    if (!(error instanceof ApiError)) return t('error.ours')
    if (error.status === 0) return t('error.connection')
    if (error.status === 401) return signedOutText
    if (error.status === 429 && error.retryAfterSeconds) {
      return error.message || t('error.tooMany', { count: error.retryAfterSeconds })
    }
    if (error.supportUrl) return <WithSupport message={error.message} url={error.supportUrl} />
    return error.message || t('error.ours')
  }
}

/** A message that refers to support, with the link. */
export const WithSupport = ({ message, url }: { message: string; url: string }) => (
  <>
    {message} <SupportLink url={url} />
  </>
)

/** The URL of the sign-in for this page; the sign-in returns here. */
function signInUrl(): string {
  const [, surface = 'app'] = /^\/(admin|partner)(\/|$)/.exec(location.pathname) ?? []
  return `/${surface}/sign-in?back=${encodeURIComponent(location.pathname)}`
}

/** A plain link, because the toasts and the first screen of a draft are outside of the router. */
function SignedOut() {
  const { t } = useTexts('kit')
  return (
    <>
      {t('error.signedOut')}{' '}
      <a className="dray-plain-link" href={signInUrl()}>
        {t('error.signIn')}
      </a>
    </>
  )
}

/** One element, so `notify` recognizes a repeated toast. */
export const signedOutText = <SignedOut />
