import { outline } from '../kit/icon.tsx'

export const IconArrowDown = /* @__PURE__ */ outline('M12 5l0 14M18 13l-6 6M6 13l6 6')
export const IconArrowRight = /* @__PURE__ */ outline('M5 12l14 0M13 18l6 -6M13 6l6 6')
export const IconArrowUp = /* @__PURE__ */ outline('M12 5l0 14M18 11l-6 -6M6 11l6 -6')
export const IconBan = /* @__PURE__ */ outline('M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M5.7 5.7l12.6 12.6')
export const IconBuildingStore = /* @__PURE__ */ outline(
  'M3 21l18 0M3 7v1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1m0 1a3 3 0 0 0 6 0v-1h-18l2 -4h14l2 4M5 21l0 -10.15M19 21l0 -10.15M9 21v-4a2 2 0 0 1 2 -2h2a2 2 0 0 1 2 2v4',
)
export const IconFriends = /* @__PURE__ */ outline(
  'M5 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M5 22v-5l-1 -1v-4a1 1 0 0 1 1 -1h4a1 1 0 0 1 1 1v4l-1 1v5M15 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M15 22v-4h-2l2 -6a1 1 0 0 1 1 -1h2a1 1 0 0 1 1 1l2 6h-2v4',
)
export const IconHeartbeat = /* @__PURE__ */ outline(
  'M19.5 13.572l-7.5 7.428l-2.896 -2.868m-6.117 -8.104a5 5 0 0 1 9.013 -3.022a5 5 0 1 1 7.5 6.572M3 13h2l2 3l2 -6l1 3h3',
)
export const IconHistory = /* @__PURE__ */ outline('M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5')
export const IconPlayerPlay = /* @__PURE__ */ outline('M7 4v16l13 -8l-13 -8')
export const IconScale = /* @__PURE__ */ outline(
  'M7 20l10 0M6 6l6 -1l6 1M12 3l0 17M9 12l-3 -6l-3 6a3 3 0 0 0 6 0M21 12l-3 -6l-3 6a3 3 0 0 0 6 0',
)
export const IconStethoscope = /* @__PURE__ */ outline(
  'M6 4h-1a2 2 0 0 0 -2 2v3.5a5.5 5.5 0 0 0 11 0v-3.5a2 2 0 0 0 -2 -2h-1M8 15a6 6 0 1 0 12 0v-3M11 3v2M6 3v2M18 10a2 2 0 1 0 4 0a2 2 0 1 0 -4 0',
)
export const IconSunHigh = /* @__PURE__ */ outline(
  'M14.828 14.828a4 4 0 1 0 -5.656 -5.656a4 4 0 0 0 5.656 5.656M6.343 17.657l-1.414 1.414M6.343 6.343l-1.414 -1.414M17.657 6.343l1.414 -1.414M17.657 17.657l1.414 1.414M4 12h-2M12 4v-2M20 12h2M12 20v2',
)
