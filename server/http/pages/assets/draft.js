// The phone is only used to pre-fill the app. It is read only here, removed from the address bar at once, and stored in
// this history entry, so that a reload keeps it.
const phone = givenPhone()
const language = new URLSearchParams(location.search).get('lang') ?? ''
history.replaceState(
  phone && { phone },
  '',
  location.pathname + (/^[a-z]{2}$/.test(language) ? `?lang=${language}` : ''),
)

const opener = document.getElementById('open')
const shortId = location.pathname.split('/').pop()
opener.href = `${opener.dataset.scheme}://draft/${shortId}${phone ? `?phone=${encodeURIComponent(phone)}` : ''}`
opener.addEventListener('click', () => offerAppUnlessOpened(), { once: true })

// The web app, for people who do not want to install an app.
const browse = document.getElementById('browse')
browse.href = `/app/draft/${shortId}${phone ? `#phone=${encodeURIComponent(phone)}` : ''}`
browse.hidden = false

// After the #, so that a change of the language does not send the phone to the server.
for (const languageLink of document.querySelectorAll('.switch'))
  languageLink.addEventListener('click', () => {
    languageLink.hash = phone ? `phone=${encodeURIComponent(phone)}` : ''
  })

const store = matchingStore()
for (const link of document.querySelectorAll('[data-store]')) link.hidden = store !== null && link !== store

function givenPhone() {
  const places = [location.search, location.hash.slice(1)].map((text) =>
    new URLSearchParams(text).get('phone'),
  )
  const given = places.find((value) => value !== null) ?? history.state?.phone ?? ''
  // A plus that was not percent-encoded is decoded as a space.
  const number = given.replace(/^ /, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

// A page cannot detect whether an app is installed, but it can detect that the user has left the page.
function offerAppUnlessOpened() {
  let left = false
  const leave = () => {
    left ||= document.hidden || !document.hasFocus()
  }
  for (const event of ['visibilitychange', 'pagehide']) document.addEventListener(event, leave)
  window.addEventListener('blur', leave)
  setTimeout(() => {
    leave()
    if (left) return
    document.getElementById('not-opened').hidden = false
    if (store) location.assign(store.href)
  }, 1600)
}

function matchingStore() {
  const { userAgent, maxTouchPoints } = navigator
  // An iPad has the user agent of a Mac.
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const platform = apple ? 'apple' : /Android/.test(userAgent) ? 'android' : null
  return platform && document.querySelector(`[data-store="${platform}"]`)
}
