import type { VendorApi } from './describe.ts'

const message = 'rest/api/v2010/account/message'

/** What Dray calls at Twilio (`server/sms/providers/twilio.ts`). */
export const twilioApi: VendorApi = {
  title: 'Twilio',
  folder: 'lib',
  media: 'application/x-www-form-urlencoded',
  callOf(body, read) {
    const [, version] = /super\(domain, "([^"]+)"\)/.exec(read('rest/api/V2010')) ?? []
    const [, path] = /instance\._uri = `([^`]+)`/.exec(read(message)) ?? []
    const [, method] = /method: "(\w+)"/.exec(body) ?? []
    const sent = body.matchAll(/data\["([^"]+)"\] = (?:serialize\.\w+\()?params\["(\w+)"\]/g)
    const names = new Map(Array.from(sent, ([, name = '', declared = '']) => [declared, name]))
    return version && path && method
      ? { method, path: `/${version}${path.replace(/\$\{accountSid\}/, '{AccountSid}')}`, names }
      : null
  },
  operations: [
    {
      source: message,
      method: 'create',
      params: 'MessageListInstanceCreateOptions',
      answer: 'MessageResource',
      status: 201,
    },
  ],
  posted: [],
  whole: [],
  // The declarations name no null. These are null until the message is sent, has failed, or has a sender.
  orNull: [
    'MessageResource.from',
    'MessageResource.messaging_service_sid',
    'MessageResource.price',
    'MessageResource.price_unit',
    'MessageResource.date_sent',
    'MessageResource.error_code',
    'MessageResource.error_message',
  ],
}
