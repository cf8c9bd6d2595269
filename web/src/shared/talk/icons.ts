import { outline } from '../../kit/icon.tsx'

/* Icons of Tabler (MIT). */

export const IconFlag = /* @__PURE__ */ outline(
  'M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9zM5 21v-7',
)

export const IconSend = /* @__PURE__ */ outline(
  'M10 14l11 -11M21 3l-6.5 18a.55 .55 0 0 1 -1 0l-3.5 -7l-7 -3.5a.55 .55 0 0 1 0 -1l18 -6.5',
)
