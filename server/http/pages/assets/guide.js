// Optional: tabs above the samples, a copy button, the reader's test key in the samples, the current part in the contents.
const words = document.querySelector('.guide').dataset
let lastId = 0
for (const samples of document.querySelectorAll('.samples')) addTools(samples)
chooseRemembered()
fillInKey()
followReader()

const wide = matchMedia('(min-width: 64rem)')
const contents = document.querySelector('.contents details')
const fold = () => {
  contents.open = wide.matches
}
wide.addEventListener('change', fold)
fold()
contents.addEventListener('click', (event) => {
  if (event.target.closest('a') && !wide.matches) contents.open = false
})

function addTools(samples) {
  const blocks = [...samples.querySelectorAll('.sample')]
  const bar = document.createElement('div')
  bar.className = 'tabs'
  const list = document.createElement('div')
  list.className = 'tab-list'
  if (blocks.length > 1) list.setAttribute('role', 'tablist')
  bar.append(
    list,
    copyButton(() => blocks.find((block) => !block.hidden)),
  )
  for (const block of blocks) list.append(blocks.length > 1 ? tab(block) : label(block))
  samples.prepend(bar)
  samples.classList.add('tabbed')
  if (blocks.length > 1) choose(samples, blocks[0].dataset.name)
}

function tab(block) {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = block.dataset.name
  button.setAttribute('role', 'tab')
  block.id = `sample-${++lastId}`
  block.setAttribute('role', 'tabpanel')
  block.setAttribute('aria-label', block.dataset.name)
  button.setAttribute('aria-controls', block.id)
  button.addEventListener('click', () => chooseEverywhere(button))
  button.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' }[event.key]
    const next = step && button[step]
    if (!next) return
    next.focus()
    chooseEverywhere(next)
  })
  return button
}

function label(block) {
  const caption = block.querySelector('.sample-name')
  const text = document.createElement('span')
  text.className = 'label'
  text.textContent = caption.textContent
  return text
}

// Selects a language in all samples; scrolls so that the clicked tab keeps its position on the screen.
function chooseEverywhere(button) {
  const before = button.getBoundingClientRect().top
  const name = button.textContent
  for (const samples of document.querySelectorAll('.tabbed')) choose(samples, name)
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
  remember(name)
}

function choose(samples, wanted) {
  const blocks = [...samples.querySelectorAll('.sample')]
  const name = nearestName(blocks, wanted)
  if (!name) return
  for (const block of blocks) block.hidden = block.dataset.name !== name
  for (const button of samples.querySelectorAll('[role=tab]')) {
    const chosen = button.textContent === name
    button.setAttribute('aria-selected', String(chosen))
    button.tabIndex = chosen ? 0 : -1
    // On a phone the list is wider than the screen.
    if (chosen) button.parentElement.scrollLeft = button.offsetLeft - button.parentElement.offsetLeft - 16
  }
}

// Samples without the chosen name show the same language, with or without the SDK: `Python` or `Python (urllib)`.
function nearestName(blocks, wanted) {
  const names = blocks.map((block) => block.dataset.name)
  const languageOf = (name) => name.split(' (')[0]
  return (
    names.find((name) => name === wanted) ?? names.find((name) => languageOf(name) === languageOf(wanted))
  )
}

// A browser may refuse to store; then each page begins with the first language.
function remember(name) {
  try {
    localStorage.setItem('dray-sample', name)
  } catch {}
}

function chooseRemembered() {
  try {
    const name = localStorage.getItem('dray-sample') ?? ''
    for (const samples of document.querySelectorAll('.tabbed')) choose(samples, name)
  } catch {}
}

// The console and the pages of the reader's company keep a test key for this tab; samples then run as they are shown.
function fillInKey() {
  const groups = [...document.querySelectorAll('.samples')].map((samples) => ({
    spots: [...samples.querySelectorAll('code')].flatMap(spotsOf),
    mark: keyMark(samples),
  }))
  const show = (kept) => {
    // A live key is never shown, also if one was stored here.
    const key = /_test_/.test(kept ?? '') ? kept : null
    for (const { spots, mark } of groups) {
      for (const spot of spots) spot.data = spot.original.replaceAll('YOUR_TEST_KEY', key ?? 'YOUR_TEST_KEY')
      mark.hidden = !key || spots.length === 0
    }
  }
  document.addEventListener('dray-key', (event) => show(event.detail.key))
  const showKept = () => {
    try {
      show(sessionStorage.getItem('dray-test-key'))
    } catch {}
  }
  showKept()
  // Back shows the page as it was left; the key may have been removed or replaced on another page since.
  addEventListener('pageshow', showKept)
}

// Says that the samples below show the key, and takes it away from this tab.
function keyMark(samples) {
  const mark = document.createElement('p')
  mark.className = 'with-key'
  mark.hidden = true
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = words.removeKey
  button.addEventListener('click', () => {
    try {
      sessionStorage.removeItem('dray-test-key')
    } catch {}
    document.dispatchEvent(new CustomEvent('dray-key', { detail: { key: null } }))
  })
  mark.append(words.withKey, button)
  samples.querySelector('.tabs').after(mark)
  return mark
}

function spotsOf(code) {
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
  const found = []
  while (texts.nextNode())
    if (texts.currentNode.data.includes('YOUR_TEST_KEY'))
      found.push(Object.assign(texts.currentNode, { original: texts.currentNode.data }))
  return found
}

function copyButton(shownBlock) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = words.copy
  // Browsers allow the clipboard only on secure pages.
  button.hidden = !navigator.clipboard
  const say = (text) => {
    button.textContent = text
  }
  button.addEventListener('click', () => {
    const code = shownBlock().querySelector('code').textContent
    navigator.clipboard.writeText(code).then(
      () => say(words.copied),
      () => say(words.copyRefused),
    )
    setTimeout(() => say(words.copy), 1500)
  })
  return button
}

function followReader() {
  const links = new Map(
    [...document.querySelectorAll('.contents-parts a')].map((link) => [link.hash.slice(1), link]),
  )
  const headings = [...document.querySelectorAll('.guide h2')]
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120)
    for (const [id, link] of links) {
      if (id !== current?.id) link.removeAttribute('aria-current')
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true')
        keepInView(link)
      }
    }
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
  showCurrentPage()
}

// The reference has more parts than the list has room for.
function keepInView(link) {
  const list = document.querySelector('.contents')
  const end = link.offsetTop + link.offsetHeight
  if (link.offsetTop < list.scrollTop || end > list.scrollTop + list.clientHeight)
    list.scrollTop = link.offsetTop - list.clientHeight / 2
}

// The list of contents scrolls by itself; it begins where the present page is in it.
function showCurrentPage() {
  const list = document.querySelector('.contents')
  const current = list.querySelector('[aria-current=page]')
  const parts = current?.parentElement
  if (parts && parts.offsetTop + parts.offsetHeight > list.clientHeight)
    list.scrollTop = current.offsetTop - list.clientHeight / 3
}
