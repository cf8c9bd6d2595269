// Optional: adds tabs above the samples and a copy button, and marks the current section in the contents.
let lastId = 0
for (const samples of document.querySelectorAll('.samples')) addTools(samples)
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
  for (const samples of document.querySelectorAll('.tabbed')) choose(samples, button.textContent)
  scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' })
}

function choose(samples, name) {
  const blocks = [...samples.querySelectorAll('.sample')]
  if (!blocks.some((block) => block.dataset.name === name)) return
  for (const block of blocks) block.hidden = block.dataset.name !== name
  for (const button of samples.querySelectorAll('[role=tab]')) {
    const chosen = button.textContent === name
    button.setAttribute('aria-selected', String(chosen))
    button.tabIndex = chosen ? 0 : -1
  }
}

function copyButton(shownBlock) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'copy'
  button.textContent = 'Copy'
  // Browsers allow the clipboard only on secure pages.
  button.hidden = !navigator.clipboard
  const say = (text) => {
    button.textContent = text
  }
  button.addEventListener('click', () => {
    const code = shownBlock().querySelector('code').textContent
    navigator.clipboard.writeText(code).then(
      () => say('Copied'),
      () => say('Not allowed'),
    )
    setTimeout(() => say('Copy'), 1500)
  })
  return button
}

function followReader() {
  const links = new Map(
    [...document.querySelectorAll('.contents a')].map((link) => [link.hash.slice(1), link]),
  )
  const headings = [...document.querySelectorAll('.guide h2, .guide h3')]
  const mark = () => {
    const current = headings.findLast((heading) => heading.getBoundingClientRect().top < 120)
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
  addEventListener('scroll', mark, { passive: true })
  mark()
}
