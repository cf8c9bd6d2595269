/** The threads of a job (decision 71): customer with carrier, and each of them with the operator. */
export const messageThreads = ['together', 'customer', 'carrier'] as const
export type MessageThread = (typeof messageThreads)[number]

/** `staff`: the operator. */
export const messageSenders = ['customer', 'carrier', 'staff'] as const
export type MessageSender = (typeof messageSenders)[number]

/** What a recipient can report about a message. */
export const messageReportKinds = ['rude', 'outside_payment', 'other'] as const
export type MessageReportKind = (typeof messageReportKinds)[number]
