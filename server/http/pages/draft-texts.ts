import type { Language } from '#contract/vocabulary.ts'

type DraftTexts = Record<
  | 'title'
  | 'lead'
  | 'open'
  | 'notOpened'
  | 'onComputer'
  | 'onlyYou'
  | 'next'
  | 'noApp'
  | 'getApp'
  | 'browse'
  | 'appStore'
  | 'playStore'
  | 'noScript'
  | 'neverShare',
  string
> & { steps: { name: string; what: string }[]; waits: (lifetimeSeconds: number) => string }

/** Texts for the customer before the sign-in code. They fit every job, so that they reveal nothing about this job. */
export const draftTexts: Record<Language, DraftTexts> = {
  en: {
    title: 'Your delivery is almost ready',
    lead: 'Open it in the app to see the details and the price, and confirm.',
    open: 'Open in the app',
    notOpened: 'Nothing happened? The app may not be on this phone.',
    onComputer: 'On a computer? Open the link in the SMS on your phone instead.',
    onlyYou: 'Only you can see it: you sign in with a code we send to the number that got the SMS.',
    next: 'What comes next',
    steps: [
      { name: 'Review', what: 'Check the addresses, the size, the photos and the total price.' },
      { name: 'Pay', what: 'The amount is only held. You are charged once the carrier has delivered.' },
      { name: 'Publish', what: 'Carriers nearby see your job and one of them accepts it.' },
    ],
    waits: (seconds) =>
      `The draft waits ${lasting(seconds, english)} from the SMS. After that it is deleted and you pay nothing; ask the company that sent the link for a new one.`,
    noApp: 'No app yet?',
    getApp: 'Install it, then tap the link in the SMS again.',
    browse: 'Or continue in the browser',
    appStore: 'Get it for iPhone',
    playStore: 'Get it for Android',
    noScript:
      'Scripts are switched off in this browser, so the button cannot open the app. With the app installed, the link in the SMS opens it directly.',
    neverShare: 'Never share your code. Nobody will call or write to ask you for it.',
  },
  es: {
    title: 'Tu encargo está casi listo',
    lead: 'Ábrelo en la app para ver los detalles y el precio, y confirmarlo.',
    open: 'Abrir en la app',
    notOpened: '¿No ha pasado nada? Puede que la app no esté en este móvil.',
    onComputer: '¿Estás en un ordenador? Abre el enlace del SMS en tu móvil.',
    onlyYou: 'Solo tú puedes verlo: entras con un código que enviamos al número que recibió el SMS.',
    next: 'Los siguientes pasos',
    steps: [
      { name: 'Revisa', what: 'Comprueba las direcciones, el tamaño, las fotos y el precio total.' },
      { name: 'Paga', what: 'El importe solo se retiene. Se cobra cuando el transportista ha entregado.' },
      { name: 'Publica', what: 'Los transportistas cercanos ven tu encargo y uno lo acepta.' },
    ],
    waits: (seconds) =>
      `El borrador espera ${lasting(seconds, spanish)} desde el SMS. Después se borra y no pagas nada; pide otro enlace a la empresa que te lo envió.`,
    noApp: '¿Aún no tienes la app?',
    getApp: 'Instálala y vuelve a tocar el enlace del SMS.',
    browse: 'O sigue en el navegador',
    appStore: 'Para iPhone',
    playStore: 'Para Android',
    noScript:
      'Este navegador tiene los scripts desactivados y el botón no puede abrir la app. Con la app instalada, el enlace del SMS la abre directamente.',
    neverShare: 'No compartas tu código. Nadie te llamará ni te escribirá para pedírtelo.',
  },
}

type Units = { hour: [string, string]; minute: [string, string]; moment: string }

const english: Units = {
  hour: ['hour', 'hours'],
  minute: ['minute', 'minutes'],
  moment: 'less than a minute',
}
const spanish: Units = {
  hour: ['hora', 'horas'],
  minute: ['minuto', 'minutos'],
  moment: 'menos de un minuto',
}

/** Rounded down, so that the text never promises more time than there is. */
function lasting(seconds: number, { hour, minute, moment }: Units): string {
  const [count, [one, many]] =
    seconds >= 3_600 ? [Math.floor(seconds / 3_600), hour] : [Math.floor(seconds / 60), minute]
  if (count === 0) return moment
  return `${count} ${count === 1 ? one : many}`
}
