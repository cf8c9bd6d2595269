const label = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?'
const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~\\-]+"

/**
 * A mail address as people have them: no quotes, comments, spaces, addresses of machines or letters outside ASCII. So
 * it holds nothing that a header or an SMTP command could read as more than one address.
 */
export const mailAddressPattern = `^(?=[^@]{1,64}@)${atom}(?:\\.${atom})*@(?:${label}\\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9\\-]{1,59})$`

export const maxMailAddressLength = 254
