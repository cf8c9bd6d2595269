/**
 * Names the account for which a request is sent. In the session of another account it is refused as signed out, so a
 * browser in which another person has signed in meanwhile does nothing in their name.
 */
export const accountHeader = 'dray-account'
