/*
 * The layouts of the app; `desk.css` has the same conditions. They are in em, so a person who reads larger text gets
 * the layout for less room.
 */

/** From 900 px. */
export const wide = '(min-width: 56.25em)'

/** With the navigation at the side: on wide screens, and on a phone in landscape. */
export const sideNav = `${wide}, (min-width: 37.5em) and (max-height: 31.25em)`
