/** Files of statements and months together. */
export const exportLimit = { of: 'statements', perMinute: 12 }
