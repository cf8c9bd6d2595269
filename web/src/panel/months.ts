/** Whether a text, such as a search parameter, is a month. */
export const isMonth = (text = ''): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text)

/** The month now, of UTC. */
export const currentMonth = (): string => new Date().toISOString().slice(0, 7)
