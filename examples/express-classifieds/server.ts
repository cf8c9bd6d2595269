import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import express, { type Request, type Response } from 'express'
import { estimate, type Form, type Item, jobOf, reasonsOf, refresh } from './delivery.ts'
import items from './items.json' with { type: 'json' }
import { addOrder, findOrder, openOrders, orderOf } from './orders.ts'

const app = express()
const inside = (folder: string) => path.join(import.meta.dirname, folder)
// In production, Express shows no error to visitors.
app.set('env', 'production').set('view engine', 'ejs').set('views', inside('views'))
app.set('trust proxy', 'loopback').disable('x-powered-by')
app.locals['euros'] = (amount: number) => amount.toLocaleString('en', { style: 'currency', currency: 'EUR' })
app.use(express.static(inside('public')), express.urlencoded({ extended: false, limit: '10kb' }))
const maxAge = 30 * 86_400_000
const policy = "default-src 'self'; form-action 'self'; frame-ancestors 'none'"

app.use((request, response, next) => {
  response.set({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'same-origin' })
  const { cookie = '', origin = '' } = request.headers
  // Otherwise a form of another site could order in the name of the buyer.
  if (request.method === 'POST' && URL.parse(origin)?.host !== request.host)
    return response.status(403).render('message', { title: 'This form is of another site' })
  const buyer = /(?:^|; )buyer=([\w-]{36})/.exec(cookie)?.[1] ?? randomUUID()
  response.cookie('buyer', buyer, { httpOnly: true, sameSite: 'lax', secure: request.secure, maxAge })
  response.locals['buyer'] = buyer
  return next()
})

app.param('item', (_request, response, next, id) => {
  const item = items.find((item) => item.id === id)
  Object.assign(response.locals, { item, form: {}, reasons: {}, estimate: null, order: orderOf(id) })
  next(item ? undefined : 'route')
})

app.get('/', (_request, response) => response.render('list', { items, orderOf }))
app.get('/items/:item', (_request, response) => response.render('item'))

app.post('/items/:item/price', async (request, response) => {
  const form = formOf(request)
  try {
    response.render('item', { form, estimate: await estimate(itemOf(response), form) })
  } catch (error) {
    showReasons(response, form, reasonsOf(error))
  }
})

app.post('/items/:item/order', async (request, response) => {
  const [id, form, item, buyer] = [randomUUID(), formOf(request), itemOf(response), response.locals['buyer']]
  // Stored before the call: a second press, a lost answer or a restart leads to this order and not to a second one.
  const order = addOrder({ id, item: item.id, buyer, job: JSON.stringify(jobOf(item, form, id)) })
  if (order.buyer !== buyer) return response.status(409).render('item', { order })
  const { status, answer } = await refresh(order)
  if (status === 'refused') return showReasons(response, form, JSON.parse(answer))
  return response.redirect(303, `/orders/${order.id}`)
})

app.get('/orders/:id', async (request, response, next) => {
  const order = findOrder(request.params.id)
  if (!order || order.buyer !== response.locals['buyer']) return next()
  const { status, answer, job, item } = await refresh(order)
  return response.render('order', { status, answer: JSON.parse(answer), job: JSON.parse(job), item })
})

app.use((_request, response) => response.status(404).render('message', { title: 'There is no such page' }))

const itemOf = (response: Response) => response.locals['item'] as Item
const formOf = ({ body = {} }: Request): Form => {
  const read = (name: string) => String(body[name] ?? '')
  return { address: read('address'), floor: read('floor'), elevator: read('elevator'), phone: read('phone') }
}

const showReasons = (response: Response, form: Form, reasons: Record<string, string>) =>
  response.status(reasons['service'] ? 503 : 422).render('item', { form, reasons })

const port = process.env['PORT'] ?? '8000'
app.listen(Number(port), '127.0.0.1', (error) => {
  if (error) throw error
  console.log(`The site is at http://127.0.0.1:${port}`)
})

// Also sends the orders whose call was interrupted by a restart.
for (;;) {
  for (const order of openOrders()) await refresh(order)
  await sleep(60_000)
}
