// The phone is a pre-fill for the app and nothing else. It is read here and nowhere else, leaves the address bar at
// once, and stays with this entry of the history so that a reload keeps it.
const phone = givenPhone()
const language = new URLSearchParams(location.search).get('lang')
history.replaceState(
  phone && { phone },
  '',
  location.pathname + (language === 'en' || language === 'es' ? `?lang=${language}` : ''),
)

const opener = document.getElementById('open')
const shortId = location.pathname.split('/').pop()
opener.href = `${opener.dataset.scheme}://draft/${shortId}${phone ? `?phone=${encodeURIComponent(phone)}` : ''}`
opener.addEventListener('click', () => offerAppUnlessOpened(), { once: true })

// The web app, for who would rather not install anything.
const browse = document.getElementById('browse')
browse.href = `/app/draft/${shortId}${phone ? `#phone=${encodeURIComponent(phone)}` : ''}`
browse.hidden = false

// Behind the #, so that the change of language does not send the phone to the server.
const languageLink = document.getElementById('switch')
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
  // A plus that was not encoded arrives as a space.
  const number = given.replace(/^ /, '+')
  return /^\+[1-9]\d{6,14}$/.test(number) ? number : null
}

// A page cannot ask whether an app is installed. It can see that it was left.
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
  // An iPad says that it is a Mac.
  const apple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const platform = apple ? 'apple' : /Android/.test(userAgent) ? 'android' : null
  return platform && document.querySelector(`[data-store="${platform}"]`)
}
