/** Settings of the public links to drafts and photos. */
export type LinkSettings = {
  baseUrl: string
  appLinkHost: string
  /** `http` only in development, where the link leads to this server and the server speaks http. */
  appLinkProtocol: 'https' | 'http'
  appScheme: string
  /** The address below which clients find the photos, such as a CDN's; null: this server's. */
  photoPublicUrl?: string | null
}

/** Spec 2.5: `<app_scheme>://draft/<short_id>?phone=<URL-encoded E.164 phone>`. */
export const deepLink = ({ appScheme }: LinkSettings, shortId: string, phone: string): string =>
  `${appScheme}://draft/${shortId}?phone=${encodeURIComponent(phone)}`

/** Spec 2.7: `https://{app_link_host}/draft/<short_id>?phone=<URL-encoded phone>`. */
export const smsLink = (
  { appLinkProtocol, appLinkHost }: LinkSettings,
  shortId: string,
  phone: string,
): string => `${appLinkProtocol}://${appLinkHost}/draft/${shortId}?phone=${encodeURIComponent(phone)}`

export const photoUrl = (
  { baseUrl, photoPublicUrl }: Pick<LinkSettings, 'baseUrl' | 'photoPublicUrl'>,
  name: string,
): string => `${photoPublicUrl ?? `${baseUrl}/photos`}/${name}`
