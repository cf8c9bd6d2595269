import type {
  InvoiceEventKind,
  InvoiceItem,
  InvoiceKind,
  SimplifiedKind,
  StatementGap,
  StatementLineKind,
} from '#contract/invoice-vocabulary.ts'
import { datesOf } from './dates.ts'
import type { Duration } from './duration.ts'
import type { NoticeWindow } from './notice.ts'
import type { PersonTexts } from './person-texts.ts'

const dates = datesOf('ca-ES')

const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** «1 minut», «2 minuts». */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** «dj. 3 de des., 10:00-12:00», with the name of the clock on islands that have another than the mainland. */
function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  const text = dates
    .window(window)
    .replace(/(d[lmtcjvsg]\.),/g, '$1')
    .replace(/’/g, "'")
  return `${text}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'hora de les Canàries',
  'Atlantic/Madeira': 'hora de Madeira',
  'Atlantic/Azores': 'hora de les Açores',
}

const durationText = ({ count, unit }: Duration): string => {
  if (unit === 'hour') return count === 0 ? 'menys d’una hora' : counted(count, 'hora', 'hores')
  return count === 0 ? 'menys d’un minut' : counted(count, 'minut')
}

/** «de Lugo», «d'Alacant», «del Prat de Llobregat»: the preposition joins with an article or a vowel. */
function fromPlace(place: string): string {
  if (/^els? /i.test(place)) return `de${place.slice(1)}`
  return /^h?(?![iu][aeiouàèéíòóú])[aeiouàèéíòóú]/i.test(place) ? `d'${place}` : `de ${place}`
}

/** «a Lugo», «al Prat de Llobregat». */
const toPlace = (place: string): string => (/^els? /i.test(place) ? `a${place.slice(1)}` : `a ${place}`)

const routeText = (from: string, to: string): string => `${fromPlace(from)} ${toPlace(to)}`

const accounts: PersonTexts['accounts'] = {
  checkInput: 'Alguna dada no és vàlida. Revisa-ho i torna-ho a provar.',
  landline: 'És un telèfon fix i el codi arriba per SMS. Fes servir un número de mòbil.',
  codeWrong: 'Aquest codi no és correcte. Mira l’últim SMS que t’hem enviat.',
  codeExpired: 'Aquest codi ja no serveix. Demana’n un de nou.',
  signedOut: 'La teva sessió s’ha acabat. Torna a entrar.',
  termsNotAccepted: 'Primer has de llegir i acceptar les condicions.',
  termsNotInForce: 'Mentrestant les condicions han canviat. Llegeix les noves.',
  noMail: 'Aquesta instal·lació no envia correus.',
  tooManyMailCodes: 'Avui has demanat massa codis. Torna-ho a provar demà.',
  noticeAlwaysSent: 'Aquest avís tracta dels teus diners, així que s’envia sempre.',
  noticeNeverSent: 'Aquest avís no s’envia mai per aquesta via.',
  suspended: 'Aquest compte està suspès. Escriu a suport.',
  erased: 'Aquest compte s’ha eliminat.',
  otherSite: 'Aquesta petició no ve d’una pàgina d’aquest servei.',
  twoSessions: 'Envia la galeta de sessió o `Authorization: Bearer`, no totes dues coses.',
  notACarrier: 'Això és només per a transportistes. Registra’t primer com a transportista.',
  carrierNotApproved: 'Ara mateix el teu compte de transportista no està aprovat.',
  profileIncomplete:
    'Abans d’acceptar un encàrrec, afegeix al teu perfil una foto de la teva cara i la matrícula del teu vehicle. Els teus clients veuen qui ve.',
  tooManyAreas: (max: number) => `Ja tens ${max} zones. Elimina’n una per desar-ne una altra.`,
  largerVehicle:
    'El teu compte està suspès i de moment no pots canviar a un vehicle més gran. No s’ha desat res.',
  threeStrikes: 'Tens tres faltes en 30 dies, per encàrrecs que has deixat o no has recollit.',
  notErasable: (blockers) => `El compte encara no es pot eliminar. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'Hi ha un encàrrec publicat sense acabar: cancel·la’l o espera que es lliuri i es pagui.',
    deliveries: () => 'Hi ha un encàrrec acceptat sense acabar: lliura’l i espera que es pagui, o deixa’l.',
    problems: () => 'Encara queda alguna cosa per aclarir en un dels teus encàrrecs: espera que es resolgui.',
    payments: () => 'Hi ha un pagament en curs: torna-ho a provar d’aquí a uns minuts.',
    wallet: (cents) => `Queden ${euros(cents)} al moneder: gasta’ls o escriu a suport perquè te’ls tornin.`,
    earnings: (cents) =>
      `Queden ${euros(cents)} de guanys per transferir: configura les transferències si encara no ho has fet i espera la teva, o escriu a suport.`,
  },
}

const addresses: PersonTexts['addresses'] = {
  notLocated: 'No hem pogut localitzar una de les adreces, o cap de les dues.',
  refused: {
    not_found:
      'No hem trobat aquesta adreça. Escriu el carrer, el codi postal i el nom complet de la població.',
    ambiguous:
      'Aquesta adreça pot ser en més d’un lloc. Afegeix-hi el codi postal, o la població i la província.',
    conflict:
      'Aquesta adreça es contradiu: el codi postal, la població, la província o el país no coincideixen.',
  },
  unknownWords: (words) =>
    `No sabem què és «${words}». Escriu el nom complet de la població, amb el codi postal i el país si és a l’estranger, o posa la població gran més propera.`,
  unavailable: 'Ara mateix no podem localitzar adreces. No s’ha desat res; torna-ho a provar.',
  tooManyLookUps: (minutes) =>
    `S’han consultat massa preus i adreces. Torna-ho a provar d’aquí a ${minutes} min o entra per continuar.`,
  areaNotLocated: 'No hem pogut localitzar l’adreça d’aquesta zona.',
  tooManyLookUpsSignedIn: (minutes) =>
    `Has consultat massa preus i adreces. Torna-ho a provar d’aquí a ${minutes} min.`,
  baseNotLocated: 'No hem pogut localitzar l’adreça de la teva base.',
  noTrip: 'Aquest trajecte no és possible.',
  noRoad: 'No hi ha cap carretera entre la recollida i aquesta adreça.',
  tooFar: ({ km, maxKm }) => `Aquesta adreça és a ${km} km de la recollida; el màxim són ${maxKm} km.`,
  disclaimer: {
    same_address: 'Aquest preu és aproximat; el preu final pot variar.',
    addresses: 'Aquest preu és aproximat, perquè la distància és una estimació; el preu final pot variar.',
    postcodes:
      'Aquest preu és aproximat, perquè la distància es mesura entre codis postals i no de porta a porta; el preu final pot variar.',
    town_centres:
      'Aquest preu és aproximat, perquè la distància es mesura entre els centres de les poblacions i no de porta a porta; el preu final pot variar.',
  },
}

const company: PersonTexts['company'] = {
  links: 'Empresa i textos legals',
  names: { help: 'Ajuda', terms: 'Condicions', privacy: 'Privadesa', imprint: 'Avís legal' },
  titles: {
    help: 'Ajuda',
    terms: 'Condicions generals',
    privacy: 'Política de privadesa',
    imprint: 'Avís legal',
  },
  version: (version) => `Versió ${version}`,
  runBy: (name) => `Un servei ofert per ${name}`,
  facts: { name: 'Empresa', taxNumber: 'NIF', address: 'Adreça', contact: 'Contacte' },
  missing: {
    terms: 'L’empresa que ofereix aquest servei encara no hi ha publicat les seves condicions.',
    privacy: 'L’empresa que ofereix aquest servei encara no hi ha publicat la seva política de privadesa.',
    imprint: 'L’empresa que ofereix aquest servei encara no hi ha dit qui és.',
  },
  askFirst: 'Pregunta’ns abans de pagar o d’acceptar un encàrrec:',
  askPartner:
    'Abans de pagar o d’acceptar un encàrrec, pregunta a l’empresa que et va enviar l’enllaç o que et va convidar a transportar.',
  ownData: 'A l’app, a «Compte», pots baixar el que es desa sobre tu o eliminar el teu compte.',
  help: {
    contactLead: 'Ens trobaràs aquí:',
    noContact:
      'Aquest servei encara no té un contacte comú. Si has rebut un SMS amb un enllaç, pregunta a l’empresa que hi surt: és qui va preparar l’encàrrec. Si ets transportista, pregunta a qui et va convidar.',
    questions: [
      {
        ask: 'He rebut un SMS amb un enllaç. Què és?',
        answer:
          'L’empresa que surt a l’SMS t’ha preparat un transport o una mudança. Obre l’enllaç i entra amb un codi que enviem al teu número. Veuràs l’encàrrec i el preu, i no pagues res fins que tu ho decideixis.',
      },
      {
        ask: 'Alguna cosa va malament amb el meu encàrrec',
        answer:
          'Obre l’encàrrec a l’app i tria «Alguna cosa va malament». Pots afegir-hi fotos, i la resposta també surt allà.',
      },
      {
        ask: 'Vull cancel·lar',
        answer: 'Obre l’encàrrec a l’app. Abans de confirmar veuràs si costa res.',
      },
      {
        ask: 'Soc transportista',
        answer:
          'Els teus encàrrecs, els teus documents i els teus guanys són a la part de l’app per a transportistes. Cada encàrrec acceptat mostra el telèfon del client.',
      },
    ],
    customers: 'Els meus encàrrecs',
    carriers: 'Per a transportistes',
  },
}

const documents: PersonTexts['documents'] = {
  kinds: { licence: 'permís de conduir', insurance: 'assegurança', other: 'un altre document' },
  expiryMissing: 'Indica fins a quin dia és vàlid.',
  expiryUnknown: 'Aquest dia no existeix.',
  expiryPast: 'Aquest dia ja ha passat.',
  accepted: 'Aquest document està acceptat. Per canviar-lo, puja’n un de nou.',
  tooMany: 'Has pujat molts documents. Continua demà.',
  tooManyPhotos: 'Has pujat moltes fotos. Continua d’aquí a una hora.',
  photoNotShown: 'Aquesta foto ja no es mostra.',
  notAsked: (days) =>
    `No caduca en 30 dies, ja s’ha demanat al transportista en els últims ${days} dies o n’ha enviat un altre, o no li arriba ni cap notificació ni cap SMS.`,
  notWaiting: {
    waiting: 'Aquest document espera una decisió.',
    accepted: 'Aquest document ja està acceptat.',
    expired: 'Aquest document es va acceptar i ja ha caducat.',
    refused: 'Aquest document ja està rebutjat.',
    replaced: 'El transportista ha pujat un document més recent.',
  },
  missing: (kinds) =>
    `El transportista encara no es pot aprovar. Falta un document acceptat i vigent: ${kinds.join(', ')}.`,
}

const fields: PersonTexts['fields'] = {
  required: 'és obligatori',
  commonPassword: 'és de les primeres que es proven; fes servir unes quantes paraules sense relació',
  ownWords:
    'és poc més que el teu nom, la teva empresa o aquest servei; fes servir paraules que ningú no relacioni amb tu',
  empty: 'no pot estar buit',
  short: (length) => `ha de tenir com a mínim ${length} caràcters`,
  long: (length) => `ha de tenir com a màxim ${length} caràcters`,
  low: (limit) => `ha de ser ${limit} o més`,
  high: (limit) => `ha de ser ${limit} o menys`,
  many: (count) => `ha de tenir com a màxim ${count} elements`,
  oneOf: (values) => `ha de ser un de ${values.join(', ')}`,
  wrongForm: 'no té el format correcte',
  notAnInstant: 'ha de ser una data i hora com 2030-01-31T10:00:00Z',
  past: 'ha de ser en el futur',
  controls: 'no pot contenir caràcters de control ni Unicode incomplet',
  nothing: 'ha de tenir algun caràcter visible',
  unseen: 'ha de ser un text visible, sense caràcters invisibles ni malmesos',
  invalid: 'no és vàlid',
  type: (names) => `ha de ser ${names.join(' o ')}`,
  types: {
    string: 'un text',
    number: 'un nombre',
    integer: 'un nombre enter',
    boolean: 'true o false',
    object: 'un objecte JSON',
    array: 'una llista',
  },
  phone: 'ha de ser un número de telèfon en format E.164 amb prefix de país, com +34612345678',
  phoneNationalPrefix:
    'té després del prefix de país una xifra que només es marca dins del país: treu-la, com el 0 de +44 0…',
  phoneMexico: 'té un 1 després de +52, que els números de Mèxic ja no porten: treu-lo, com a +525512345678',
  phoneArgentina:
    'ha de tenir la forma d’un mòbil de l’Argentina: +54 9, el codi d’àrea sense 0 i el número sense 15, com +5491123456789',
  phoneCostly:
    'és un número de tarifació addicional, de cost compartit, gratuït, personal, de cercapersones o per satèl·lit, i aquest servei no hi envia SMS',
  phoneNotServed: 'és un número d’un país on aquest servei no envia SMS',
  landline: 'és un fix i no pot rebre SMS',
  landlineArgentina:
    'és un fix i no pot rebre SMS; un mòbil de l’Argentina porta un 9 després de +54, com a +5491123456789',
  photoUrl:
    'ha de ser un URL públic http o https de 2048 caràcters com a màxim, sense credencials, al port 80 o 443',
  companyName: 'ha de ser una línia d’1 a 60 caràcters de text senzill, sense enllaços',
  pushEndpoint: 'ha de ser l’adreça https d’un servei de notificacions públic',
  timeZone: 'ha de ser una zona horària com Europe/Madrid',
  onePlace: 'no es pot enviar amb un altre lloc',
  areaPlace: 'cal per a una zona nova, o bé `point`',
  wayFrom: 'necessita `near` o `area_id`',
  nextPage: 'ha de ser el `next` d’una pàgina',
  unusableUpload: 'no l’has pujada tu en l’últim dia, o ja s’ha fet servir',
  picture: 'ha de ser una foto: JPEG de 50 megapíxels com a màxim, PNG, WebP o GIF de 20, o AVIF de 16',
  photoOrPosition: 'cal, o bé la teva posició',
  callFirst: 'truca abans al client',
  impossiblePosition: 'no pot ser correcta després de l’anterior, o per a aquest trajecte',
  arrival: 'cal, després que acceptessis l’encàrrec',
  dayAhead: (days) => `ha de ser un dia entre avui i d’aquí a ${days} dies`,
  partOver: 'ja ha passat, o gairebé',
  windowLength: 'ha de ser entre 30 minuts i 12 hores després de l’inici',
  noSuchHour: 'no existeix aquell dia, perquè s’avança el rellotge',
  farFromPickup: (km) => `ha de ser com a màxim a ${km} km de la recollida`,
  windowOver: 'ha de ser com a mínim d’aquí a una hora',
  proofPhoto: 'cal en aquest encàrrec',
  deliveryCodeMissing: 'cal, o bé una foto sense',
  deliveryCodeWrong: 'no és el codi d’aquest client',
  photoInsteadOfCode: 'cal en lloc del codi',
  plate:
    'ha de ser una matrícula: lletres i xifres, dues com a mínim, amb espais o guions d’un en un entremig',
  notGiven: 'falta al teu perfil',
  quickDelivery: 'cal en un lliurament tan ràpid',
}

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Rebut',
  top_up: 'Rebut de saldo',
  credit_note: 'Nota d’abonament',
  debit_note: 'Nota de càrrec',
  statement: 'Liquidació mensual',
  self_billing: 'Factura',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Lliurament',
  fee: 'Despeses de servei',
  cancellation_fee: 'Cost de cancel·lació',
  tip: 'Propina',
  top_up: 'Saldo al moneder',
  refund: 'Devolució',
  correction: 'Correcció',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Retingut',
  charge: 'Cobrat',
  release: 'Alliberat de la retenció',
  refund: 'Tornat',
  returned: 'Devolució retornada pel banc',
}

const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Lliuraments',
  cancellation_fee: 'Compensació per cancel·lacions',
  tip: 'Propines',
  refund: 'La teva part de devolucions',
  correction: 'Correccions',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Lliurament',
  cancellation: 'Compensació',
  tip: 'Propina',
  refund: 'La teva part d’una devolució',
  payout: 'Transferència',
  correction: 'Correcció',
}

const missing: Record<StatementGap, string> = {
  tax_data: 'Falten les teves dades fiscals. Afegeix-les al teu compte: constaran a la pròxima liquidació.',
  agreement:
    'No és una factura, perquè no ens has autoritzat a emetre les teves factures. Ho pots fer al teu compte.',
}

const atStart = (text: string): string => text.replace(/^./, (letter) => letter.toUpperCase())

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Factura simplificada',
  credit_note: 'Factura rectificativa',
  debit_note: 'Factura rectificativa',
}

const invoices: PersonTexts['invoices'] = {
  kinds,
  simplified,
  items,
  events,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'Això és una prova: no s’han mogut diners reals.',
  issued: (instant) => `Data d’emissió: ${instant}`,
  corrects: (number) => `Correspon a ${number}`,
  seller: 'Venedor',
  taxNumber: (number) => `NIF ${number}`,
  customer: 'Client',
  job: (from, to, reference) => `${atStart(routeText(from, to))}, referència ${reference}`,
  net: 'Base',
  vat: 'IVA',
  vatAt: (percent) => `IVA ${percent} %`,
  gross: 'Import',
  total: 'Total',
  byCarrier: (item) => `${item} (ven el transportista)`,
  carriersTax:
    'Els impostos del que ven el transportista van a càrrec seu, i és ell qui t’informa de quins són.',
  payment: 'Pagament',
  decimalSeparator: ',',
  unknown: 'Aquest rebut no existeix.',
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Transportista',
    issuer: 'Emissor',
    supplier: 'Proveïdor',
    writer: 'Client',
    selfBilling:
      'Facturació pel destinatari: el client emet aquesta factura en nom i per compte del proveïdor.',
    correction:
      'Rectificació: les devolucions d’aquest mes redueixen el que s’havia facturat en mesos anteriors.',
    opening: 'Se’t devia abans',
    closing: 'Se’t deu després',
    account: 'Moviments',
    job: (from, to, reference) => `${atStart(routeText(from, to))}, ${reference}`,
  },
}

const jobs: PersonTexts['jobs'] = {
  callDirect: 'Us podeu trucar directament: el número és a la pàgina de l’encàrrec.',
  callOver: 'El termini en què us podeu trucar s’ha acabat.',
  callFailed: 'Ara no podem connectar la trucada. Torna-ho a provar d’aquí a un minut o escriu un missatge.',
  unknown: 'Aquest encàrrec no existeix; potser ha caducat.',
  is: {
    draft: 'Aquest encàrrec encara no s’ha publicat.',
    posted: 'Aquest encàrrec està publicat i encara no l’ha acceptat cap transportista.',
    accepted: 'Un transportista ha acceptat aquest encàrrec i va de camí.',
    collected: 'El transportista ja ha recollit aquest encàrrec.',
    delivered: 'Aquest encàrrec ja s’ha lliurat; s’està completant el pagament.',
    completed: 'Aquest encàrrec està completat.',
  },
  cancelledBy: {
    customer: 'El client ha cancel·lat aquest encàrrec.',
    carrier: 'El transportista ha deixat aquest encàrrec.',
    staff: 'El nostre equip ha cancel·lat aquest encàrrec.',
    system: 'Aquest encàrrec s’ha cancel·lat perquè no se n’ha pogut retenir el pagament.',
  },
  taken: 'Un altre transportista ha estat més ràpid: aquest encàrrec ja està assignat.',
  tooManyOpen: (count) =>
    `Tens ${counted(count, 'encàrrec')} per lliurar, el màxim alhora. Acaba’n un i podràs acceptar aquest.`,
  cancelCostChanged: 'El cost de cancel·lació acaba de canviar. Revisa’l abans de cancel·lar.',
  suspendedCannotDrop:
    'El teu compte està suspès i no pots deixar encàrrecs directament. Si no pots fer aquest, escriu a suport.',
  tooQuick:
    'Ha estat més ràpid del que és habitual en aquest trajecte. Afegeix una foto del lliurament i digues-nos per què, i quedarà registrat.',
  nothingToConfirm: 'No cal confirmar aquest lliurament.',
  ratedAlready: 'Ja has valorat aquest encàrrec.',
  problemTooLate:
    'Es va lliurar fa més de dos dies i ja no ens pots avisar aquí d’un problema. Escriu a suport.',
  arrivedLate:
    'L’encàrrec va acabar o va passar a un altre transportista abans que això arribés. Hem avisat el nostre equip, que es posarà en contacte amb tu. Si tens la mercaderia, guarda-la bé i escriu-nos.',
  problemTooOften: 'Ja ens has avisat tres vegades sobre aquest encàrrec. El nostre equip ho està revisant.',
  problemIdTaken: 'Aquest avís ja es va fer servir per a una altra cosa. Torna’l a escriure.',
  noProblemLeft: 'No queda cap avís per decidir en aquest encàrrec.',
  onlyInDoubt:
    'No queda cap avís per decidir. Només hi ha dubtes sobre el lliurament: confirma’l per resoldre-ho.',
  tripEvidence: 'Falta alguna cosa en aquest avís. Afegeix-la i torna’l a enviar.',
  waitLonger: (minutes) =>
    `Espera ${minutes} minuts a la porta i truca abans d’avisar que el client no hi és.`,
  tripReported:
    'Ja ens has avisat d’això, o el nostre equip ja ha decidit. Si necessites ajuda, escriu a suport.',
  answeredAlready: 'Ja has respost, o el nostre equip ja ha decidit.',
  tripEnded: 'El transportista ha avisat que no s’ha pogut recollir, i l’encàrrec s’ha acabat.',
  tripWithdrawn: 'Aquest avís del transportista ja no compta i no cal respondre’l.',
  tripWaits: (by, timeZone) =>
    `El transportista ha avisat que no s’ha pogut recollir i tu no hi estàs d’acord. El nostre equip decideix, com a molt tard, el ${dates.dayTime(by, timeZone)}.`,
  tripFar: 'Ets massa lluny de la recollida per avisar d’això. Avisa’n allà, o deixa l’encàrrec.',
  answerTripFirst:
    'El teu transportista ha avisat que no ho ha pogut recollir. Respon primer a això; ho veus al teu encàrrec.',
  timeImpossible: 'Aquesta hora no és possible. Tria’n una altra.',
  timeChanged: 'Mentrestant, l’altra persona ha proposat o acceptat una hora. Torna-ho a mirar.',
  timeIdTaken: 'Aquesta proposta ja es va fer servir per a una altra cosa. Torna a proposar l’hora.',
  timeOver: 'Aquesta hora ja ha passat, o gairebé. Proposa’n una altra.',
  noProposalLeft: 'Ja has fet tres propostes. Accepta’n una, espera’n una altra o truca a l’altra persona.',
  impossiblePosition: 'Aquesta posició no pot ser correcta.',
  windowNotBegun:
    'L’hora que vau acordar encara no ha començat. També pots proposar una altra hora o trucar.',
  talkEnded: 'Aquesta conversa s’ha acabat i ja no hi pots escriure.',
  threadClosed: 'Aquesta conversa amb el nostre equip està tancada. Si necessites ajuda, escriu a suport.',
  unknownMessage: 'Aquest missatge no és en aquesta conversa.',
  ownMessage: 'Només pots avisar del que ha escrit l’altra persona.',
  messageReports: {
    rude: 'Aviso d’un missatge: és groller o amenaçador.',
    outside_payment: 'Aviso d’un missatge: demana pagar fora de l’app.',
    other: 'Aviso d’un missatge: té un altre problema.',
  },
  messageIdTaken: 'Aquest missatge ja es va fer servir per a una altra cosa. Torna’l a escriure.',
  tooManyMessages: 'Has enviat molts missatges en poc temps. Espera una mica.',
  tooManyInJob: 'Aquest encàrrec té moltíssims missatges. Truca o escriu a suport.',
  noTripReport: 'No hi ha cap avís del transportista que es pugui decidir així.',
  reportsChanged:
    'Els avisos d’aquest encàrrec han canviat mentrestant. Mira’ls un altre cop i després decideix.',
  pins: {
    partners:
      'Les adreces les va posar l’empresa que va enviar aquest encàrrec. Escriu a les notes com es troba la porta.',
    changed: 'Els llocs acaben de canviar. Torna’ls a mirar.',
    tooFar: (km) =>
      `És massa lluny de l’adreça: com a màxim, ${String(km).replace('.', ',')} km. Si és un altre lloc, comença l’encàrrec amb la seva adreça.`,
  },
  idTaken: 'Ja es va començar un altre encàrrec amb aquest identificador. Torna a començar.',
  tooManyDrafts: 'Tens molts encàrrecs per pagar. Paga’n algun o continua quan hagin caducat.',
  goesOn:
    'Ja estem oferint aquest encàrrec a altres transportistes, amb el mateix pagament. El tens entre els teus encàrrecs.',
  dataDeleted:
    'Les dades d’aquest encàrrec s’han esborrat perquè es va acabar fa temps. Comença’n un de nou.',
  proofMissing: 'Aquí cal una foto. Fes-la i torna-ho a enviar.',
  deliveryCodeMissing:
    'El client té un codi per a aquest lliurament. Escriu-lo, o fes una foto i envia-la sense codi.',
  deliveryCodeWrong: (left: number) =>
    `Aquest no és el codi d’aquest client. Ho pots provar ${left === 1 ? 'una vegada més' : `${left} vegades més`}, o enviar una foto sense codi.`,
  noCodeTriesLeft: 'Ha fallat massa vegades. Fes una foto i envia-la sense codi, o truca al client.',
  photoUnusable: 'Una de les fotos no es pot fer servir. Torna-la a afegir.',
  photoTooSlow: 'La foto no ha arribat: ara mateix la connexió és massa lenta. Torna-ho a provar.',
  photoTooLarge: 'Aquesta foto és massa gran. Fes-ne servir una de 8 MB com a màxim.',
  notAPhoto: 'Això no és una foto. Fes servir JPEG, PNG, WebP, AVIF o GIF.',
  otherFormat: (found) =>
    `Un fitxer en format ${found} no serveix com a foto. Fes servir JPEG, PNG, WebP, AVIF o GIF.`,
  noPicture: 'Aquest fitxer no serveix com a foto. Fes servir JPEG, PNG, WebP, AVIF o GIF.',
  tooManyUploads: 'S’estan pujant massa fotos alhora. Envia-les l’una darrere l’altra.',
  tooManyPhotos: 'Has pujat moltes fotos que no fa servir cap encàrrec. Continua demà.',
}

const invoice: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Hem cobrat ${euros(cents)}. El rebut va adjunt en PDF.`,
  top_up: (cents) => `Has afegit ${euros(cents)} al teu moneder. El rebut va adjunt en PDF.`,
  credit_note: (cents) => `Et tornem ${euros(cents)}. La nota d’abonament va adjunta en PDF.`,
  debit_note: (cents) =>
    `El teu banc ha retornat una devolució de ${euros(cents)}. La nota de càrrec va adjunta en PDF.`,
  statement: (cents) => `La teva liquidació mensual va adjunta en PDF. Suma ${euros(cents)}.`,
  self_billing: (cents) => `La teva factura del mes va adjunta en PDF. Suma ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Hem cobrat ${euros(cents)}. La factura simplificada va adjunta en PDF.`,
  credit_note: (cents) => `Et tornem ${euros(cents)}. La factura rectificativa va adjunta en PDF.`,
  debit_note: (cents) =>
    `El teu banc ha rebutjat una devolució de ${euros(cents)}. La factura rectificativa va adjunta en PDF.`,
}

const mails: PersonTexts['mails'] = {
  confirmation: {
    subject: 'Confirma el teu correu',
    body: (service) =>
      `Escriu aquest codi al teu compte a ${service} per rebre rebuts i avisos en aquesta adreça. Val durant una hora.`,
    reason:
      'Algú ha escrit aquesta adreça en un compte. Si no has estat tu, no facis res: no rebràs més correus.',
  },
  invoice,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `Correu de prova: ${service}`,
    body: 'Aquesta instal·lació pot enviar correus a aquesta adreça.',
    reason: 'Reps aquest correu perquè l’operador ha enviat una prova a aquesta adreça.',
  },
  test: 'No s’han mogut diners reals.',
  openJob: 'Obre l’encàrrec',
  openApp: 'Obre l’app',
  reason: (service) => `Reps aquest correu perquè és l’adreça del teu compte a ${service}.`,
  off: 'No vull més correus que no tractin de diners',
  offPage: {
    title: 'Correus',
    lead: 'No rebràs més correus que no tractin de diners. Els rebuts, les devolucions i els problemes amb un pagament et continuaran arribant.',
    act: 'Desactiva’ls',
    doneTitle: 'Desactivats',
    done: 'No rebràs més correus que no tractin de diners. Al teu compte pots tornar a triar.',
    account: 'El meu compte',
  },
}

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Codi per al lliurament: ${code}.` : '')

/**
 * They are sent by SMS too: plain apostrophes, and words without í, ó, ú, ï, ç or l·l where there are such words,
 * because the GSM alphabet does not have these letters.
 */
const notices: PersonTexts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'El teu encàrrec està publicat',
    body: `${what}. Els transportistes propers ja el veuen.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Un transportista ha acceptat',
    body: `${who || 'El teu transportista'} se n'encarrega: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title:
      hoursLeft === 1 ? 'Et queda 1 hora per recollir-ho' : `Et queden ${hoursLeft} hores per recollir-ho`,
    body: `${what}. Després el client pot cancel·lar gratis i et compta com una falta.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'El teu transportista fa tard',
    body: `${what}: no s'ha recollit a temps. Cancel·la gratis o truca al transportista.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Et proposen una hora: ${windowText(window)}` : 'Et proposen una hora',
    body: `${what}. Obre-ho per acceptar-la o proposar-ne una altra.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Hora acordada: ${windowText(window)}` : 'Ja teniu hora',
    body: `Recollida: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Hora nova: ${windowText(window)}` : "L'hora ha canviat",
    body: `Heu acordat canviar-la: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Recollida ${windowText(window)}` : "Recollida d'aquí a un dia",
    body: `${what}. Si ja no et va bé, proposa una altra hora amb temps.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `Queda una hora: ${windowText(window)}` : 'Queda una hora per a la recollida',
    body: `${what}. Tingues el telèfon a mà i procura ser-hi.`,
  }),
  message_received: ({ what }) => ({
    title: 'Missatge nou',
    body: `${what}. Obre-ho per llegir i respondre.`,
  }),
  messages_unread: ({ what }) => ({
    title: 'Tens missatges per llegir',
    body: `${what}. Obre-ho per llegir i respondre.`,
  }),
  staff_answered: ({ what }) => ({
    title: "El nostre equip t'ha respost",
    body: `${what}. Obre-ho per llegir la resposta.`,
  }),
  job_collected: ({ what, code }) => ({ title: 'Recollit', body: `${what} ja és en ruta.${codeOf(code)}` }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'El teu transportista'} és a uns 10 minuts`,
    body: `${what}. Procura ser-hi per rebre-ho.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Un altre transportista fa aquest encàrrec',
    body: `El nostre equip l'ha donat a un altre transportista: ${what}, ${route}. No et penalitza.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Tens un encàrrec nou',
    body: `El nostre equip te l'ha assignat: ${what}, ${route}. Obre'l per veure les adreces.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Tens un altre transportista',
    body: `Ara se n'encarrega ${who || 'un altre transportista'}: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Lliurat i pagat',
    body: `${what}. Tot fet; ja ho pots valorar.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Lliurat, ${euros(chargedCents)} cobrats`,
    body: `${what}. Hi ha cap problema? Avisa'ns abans de dos dies.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'El client ha cancel·lat',
    body: `${what}: no s'ha recollit i et compta com una falta. Si no és cert, escriu-nos.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'El client ha cancel·lat',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'El transportista ha hagut de cancel·lar',
    body: `${what}. T'ho tornem tot i el pots repetir amb un toc.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'El teu transportista no el pot fer',
    body: `${what}. L'oferim a altres; no has de fer res. Pots cancel·lar gratis.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: "L'encàrrec s'ha cancel·lat",
    body: `El nostre equip l'ha cancel·lat: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: "L'encàrrec s'ha cancel·lat",
    body: `${what}. Obre'l per veure per què.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Revisa el teu pagament',
    body: `No hem pogut tornar a retenir l'import: ${what}. Torna a pagar abans de 24 hores per mantenir-lo publicat.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'El teu encàrrec espera el pagament',
    body: `${what}. Paga'l perquè el vegin els transportistes.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Ens cal una adreça més exacta',
    body: `${what}. Escriu carrer, número i població a les notes del teu encàrrec.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'Ha arribat?',
    body: `${what}. El transportista diu que ja ho ha lliurat, abans del que és habitual. Confirma-ho o digues-nos què va malament.`,
  }),
  problem_reported: ({ what }) => ({
    title: "El client ens ha avisat d'un problema",
    body: `${what}. El nostre equip ho està revisant. Si encara no has cobrat, el teu pagament s'espera.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Hem revisat el problema',
    body: `${what}. Obre l'encàrrec per veure com continua.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'El teu transportista'} no ho ha pogut recollir`,
    body: `${what}. Obre-ho i respon abans de 24 hores. Sense resposta, l'encàrrec s'acaba i pot costar el que vas veure abans de pagar.`,
  }),
  trip_answered: ({ what }) => ({
    title: "El client no hi està d'acord",
    body: `${what}. El nostre equip decideix abans de tres dies. Encara ho pots recollir.`,
  }),
  trip_ended: ({ what }) => ({
    title: "L'encàrrec s'ha acabat sense viatge",
    body: `${what}: no s'ha pogut recollir. Obre-ho per veure què es paga.`,
  }),
  payment_refused: ({ what }) => ({
    title: "El teu pagament s'ha rebutjat",
    body: `${what}. Tria una altra forma de pagament.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} menys per a tu` : "Assumeixes part d'una devolució",
    body: `${what}. Hem tornat diners al client i tu assumeixes aquesta part. Es descompta de la teva pròxima transferència.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Una propina per a tu: ${euros(movedCents)}` : 'Una propina per a tu',
    body: `${what}. És tota per a tu.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `Et tornem ${euros(movedCents)}` : 'Et tornem diners',
    body: `${what}. Obre-ho per veure l'import i la data.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Encàrrec nou${from && ` ${toPlace(from)}`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'Ja pots acceptar encàrrecs',
    body: "T'hem aprovat. Hi ha encàrrecs a prop que t'esperen.",
  }),
  carrier_rejected: () => ({
    title: "Encara no t'hem pogut aprovar",
    body: 'Obre el teu perfil per veure per què i què pots canviar.',
  }),
  carrier_suspended: () => ({
    title: 'El teu compte de transportista està suspès',
    body: 'Obre el teu perfil per veure per què. Conserves els encàrrecs que ja has acceptat.',
  }),
  document_accepted: () => ({
    title: 'El teu document està acceptat',
    body: 'Obre el teu perfil per veure fins quan val.',
  }),
  document_refused: () => ({
    title: 'No hem pogut acceptar el teu document',
    body: "Obre el teu perfil per veure per què i puja'n un altre.",
  }),
  photo_removed: () => ({
    title: 'Hem tret una foto teva',
    body: 'Obre el teu perfil per veure per què i fes-ne una altra.',
  }),
  document_expires: () => ({
    title: 'Un document teu caduca aviat',
    body: 'Obre el teu perfil i puja el nou a temps.',
  }),
}

const pages: PersonTexts['pages'] = {
  language: 'Idioma',
  languageName: 'Català',
  skip: 'Ves al contingut',
  draft: {
    title: 'El teu encàrrec està gairebé a punt',
    lead: 'Obre’l a l’app per veure els detalls i el preu, i confirmar-lo.',
    open: 'Obre a l’app',
    notOpened: 'No ha passat res? Potser l’app no és en aquest mòbil.',
    onComputer: 'Ets en un ordinador? Obre l’enllaç de l’SMS al mòbil.',
    onlyYou: 'Només tu el pots veure: entres amb un codi que enviem al número que va rebre l’SMS.',
    next: 'Els passos següents',
    steps: [
      { name: 'Revisa', what: 'Comprova les adreces, la mida, les fotos i el preu total.' },
      { name: 'Paga', what: 'L’import només es reté. Es cobra quan el transportista ho ha lliurat.' },
      { name: 'Publica', what: 'Els transportistes propers veuen el teu encàrrec i algun l’accepta.' },
    ],
    waits: (life) =>
      `L’esborrany espera ${durationText(life)} des de l’SMS. Després s’esborra i no pagues res; demana un altre enllaç a l’empresa que te’l va enviar.`,
    noApp: 'Encara no tens l’app?',
    getApp: 'Instal·la-la i torna a tocar l’enllaç de l’SMS.',
    browse: 'O continua al navegador',
    appStore: 'Per a iPhone',
    playStore: 'Per a Android',
    noScript:
      'Aquest navegador té els scripts desactivats i el botó no pot obrir l’app. Amb l’app instal·lada, l’enllaç de l’SMS l’obre directament.',
    neverShare: 'No comparteixis el teu codi. Ningú no et trucarà ni t’escriurà per demanar-te’l.',
  },
  home: {
    title: 'Transports i mudances, amb transportistes de la teva zona',
    lead: 'Veus el preu abans de decidir i pagues després del lliurament. Cancel·lar tard pot tenir un cost.',
    price: {
      act: 'Mira quant costa',
      note: 'Amb una mida i dues adreces n’hi ha prou. No et cal cap compte.',
    },
    how: {
      title: 'Com funciona',
      steps: [
        {
          name: 'Veus el preu',
          what: 'Depèn de la mida, la distància i les plantes sense ascensor. Després no s’hi afegeix res.',
        },
        {
          name: 'L’import es reté, no es cobra',
          what: 'Confirmes amb un codi que t’enviem per SMS i publiques l’encàrrec. El veuen transportistes de la teva zona.',
        },
        {
          name: 'Ve un transportista',
          what: 'Acordeu una hora, en veus el nom i el vehicle, i hi pots contactar.',
        },
        { name: 'Pagues després del lliurament', what: 'Llavors es cobra l’import i reps un rebut.' },
      ],
    },
    wrong: {
      title: 'Si alguna cosa surt malament',
      points: [
        'Fins que un transportista accepta, i durant cinc minuts més, cancel·lar no costa res. Després té un cost, que veus abans de pagar i una altra vegada abans de cancel·lar.',
        'Si el transportista no ve a temps, cancel·les gratis.',
        'Si un transportista deixa l’encàrrec, passa al següent sense tornar a pagar.',
        'Si alguna cosa s’ha fet malbé o falta, avisa a l’app amb fotos. El nostre equip ho revisa.',
      ],
    },
    who: {
      title: 'Qui hi ha darrere d’aquest servei',
      ask: 'Pots contactar amb nosaltres aquí:',
      askHelp: 'Tens una pregunta?',
      help: 'Ajuda',
    },
    customers: {
      name: 'Has rebut un SMS amb un enllaç?',
      what: 'Toca l’enllaç de l’SMS o entra aquí amb el mateix número. També pots començar tu un encàrrec.',
    },
    carriers: {
      name: 'Tens una furgoneta o un cotxe?',
      what: 'Transporta amb nosaltres: troba encàrrecs a prop teu i cobra després de cada lliurament.',
    },
    help: { name: 'Tens una pregunta?', what: 'Respostes i com contactar amb nosaltres.' },
    developers: 'Per a desenvolupadors:',
    guide: 'guia per a empreses',
    reference: 'referència de l’API (en anglès)',
    health: 'estat',
  },
  notFound: {
    title: 'Aquí no hi ha res',
    lead: 'Potser l’adreça està mal escrita o és incompleta. Si va arribar en un SMS, torna a tocar l’enllaç de l’SMS.',
    home: 'Ves a l’inici',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Transports i mudances: mira el preu i paga quan hagi arribat.',
    noScript:
      'Aquesta pàgina necessita scripts, i aquest navegador els té desactivats. Activa’ls i torna-la a carregar.',
  },
  admin: { title: 'Tauler de Dray' },
  partner: { title: 'Dray per a empreses' },
}

const payments: PersonTexts['payments'] = {
  nothingToPay: 'Ara no hi ha res per pagar d’aquest encàrrec.',
  priceChanged: 'El preu ha canviat des que el vas veure. Torna’l a mirar abans de pagar.',
  pending: 'Ja hi ha un altre pagament en curs per a aquest encàrrec. Espera un moment i torna-ho a provar.',
  stillProcessing: 'El pagament encara s’està processant. Torna-ho a provar d’aquí a un moment.',
  noCard: 'Tria una targeta o desa’n una primer.',
  noWalletForTests: 'Un encàrrec de prova es paga amb una targeta de prova, no amb el moneder.',
  walletTooLow: 'No hi ha prou saldo al moneder. Recarrega’l o paga amb targeta.',
  idTaken: 'Aquest pagament ja es va fer servir per a una altra cosa. Torna-ho a provar.',
  captureRunning: 'El pagament ja s’està cobrant, així que aquest encàrrec ja no es pot cancel·lar.',
  cardInUse: 'Un pagament encara necessita aquesta targeta. La podràs treure quan s’acabi l’encàrrec.',
  tooManySetups: (wait) =>
    `Has intentat afegir moltes targetes en les últimes 24 hores. Per seguretat, t’has d’esperar: podràs afegir la següent d’aquí a ${durationText(wait)}. Les que ja hagis desat continuen servint.`,
  tooManyRefusals: (wait) =>
    `Molts pagaments amb targeta no s’han completat en les últimes 24 hores. Per seguretat, t’has d’esperar: ho podràs tornar a provar d’aquí a ${durationText(wait)}.`,
  noTip:
    'Pots donar propina durant una setmana després del lliurament, mentre es pugui pagar al transportista.',
  tipTooMuch: 'És més del que encara es pot donar per aquest encàrrec.',
  partAboveRefund: 'El transportista no pot assumir més que la devolució sencera.',
  partAboveShare:
    'El transportista no pot assumir més del que va rebre d’aquest pagament, o ja no té compte.',
  nothingOwed: 'No es deu res per aquest encàrrec.',
  blocked:
    'Els diners d’aquest encàrrec estan bloquejats per un lliurament massa ràpid, un avís o una disputa. Resol-ho primer.',
  inProgress: 'Hi ha un pagament en curs per a aquest encàrrec.',
  nothingTaken:
    'No s’ha cobrat res per aquest encàrrec. Si hi ha diners retinguts, s’alliberen en cancel·lar-lo.',
  tooMuch: 'És més del que es va cobrar i encara no s’ha tornat.',
  noDispute: 'Aquesta disputa no existeix.',
  noEffect: 'Aquesta operació amb la passarel·la de pagament no existeix.',
  nothingToRetry:
    'Aquesta operació no espera cap altre intent: ja s’ha acabat, o espera un compte per a les transferències o una decisió.',
  maySucceed:
    'Aquesta operació ja s’ha acabat o encara es pot fer. Es pot tancar aquí quan la passarel·la l’hagi rebutjada del tot.',
  otherAmount:
    'Ara correspon un import diferent del que es va pagar: torna a mirar l’operació. Una devolució pot haver reduït la transferència al transportista.',
  referenceTaken: 'Aquest identificador de la passarel·la és d’un altre pagament o d’un altre import.',
  bookInstead: 'Compara el pagament amb la passarel·la: així s’anota el que s’hi va cobrar.',
  differenceGone: 'Els llibres ja quadren en això.',
  differenceChanged: 'Aquesta diferència ha canviat. Torna-la a llegir.',
  differenceStays: 'Aquesta diferència no es pot comptabilitzar: la comprovació continuaria sense quadrar.',
  noPayment: 'Aquest pagament no existeix.',
  notAtProcessor: 'La passarel·la no coneix aquest pagament, així que no hi ha res per comparar.',
}

const photos: PersonTexts['photos'] = {
  unreachable: 'no s’ha pogut baixar: l’URL ha de ser públic i respondre amb la mateixa imatge',
  tooLarge: 'ocupa més de 2 MB',
  noImage: 'no és una imatge; envia JPEG, PNG, WebP, AVIF o GIF',
  format: (found) => `és ${found}; envia JPEG, PNG, WebP, AVIF o GIF`,
  pixels: (found) =>
    `és una imatge ${found} amb massa píxels; com a màxim 12.000 per costat i 50 megapíxels en total, 16 en AVIF`,
  damaged: (found) => `és una imatge ${found} malmesa o incompleta`,
}

const requests: PersonTexts['requests'] = {
  notFound: 'No hi ha res en aquesta ruta.',
  methods: (methods) => `Aquesta ruta només respon a ${methods.join(', ')}.`,
  malformed: 'La petició no està ben formada.',
  headersTooLarge: 'Les capçaleres de la petició són massa grans.',
  late: 'La petició no ha arribat a temps.',
  tooLarge: (bytes) => `El cos supera els ${bytes / 1_024} KiB.`,
  mediaType: 'Envia el cos com a `Content-Type: application/json` en UTF-8, sense comprimir.',
  unreadable: 'No es pot llegir el cos; consulta `details`.',
  notJson: 'ha de ser JSON vàlid en UTF-8',
  tooDeep: 'té massa nivells',
  hasProto: 'no ha de contenir `__proto__`',
  namedTwice: (path) => `anomena dues vegades \`${path}\``,
  unsigned: 'La signatura no correspon al contingut.',
  tooMany: (seconds) => `Massa peticions. Torna-ho a provar d’aquí a ${counted(seconds, 'segon')}.`,
  tooManyConnections: 'Aquesta adreça té massa connexions obertes. Reutilitza-les.',
  busy: 'El servei està molt ocupat. Torna-ho a provar d’aquí a uns segons.',
  unavailable: 'Ara mateix el servei no pot fer això. Torna-ho a provar d’aquí a uns segons.',
  failed: 'Alguna cosa ha fallat per part nostra. Ho pots tornar a provar.',
  metricsToken: 'Envia el testimoni de mètriques com a `Authorization: Bearer …`.',
  metricsHere: 'Només ho pot llegir la màquina del servei, tret que l’operador configuri METRICS_TOKEN.',
}

/** Only letters of the GSM alphabet (`server/sms/gsm.ts`), by words that need no other: one í doubles the cost. */
const sms: PersonTexts['sms'] = {
  sampleTitle: 'Sofà de tres places',
  code: (code) => `${code} és el teu codi per entrar. Val 10 minuts. No el comparteixis.`,
  test: 'aquest SMS és de prova. Funciona.',
  draft: {
    ready: 'tot a punt per al teu encàrrec.',
    route: ({ pickup, dropoff }) => routeText(pickup, dropoff),
    total: (cents) => `Total ${euros(cents)}.`,
    open: 'Revisa i confirma:',
    app: "Descarrega l'app si no la tens.",
    noApp: 'No cal cap app.',
  },
}

export const ca: PersonTexts = {
  accounts,
  addresses,
  company,
  documents,
  fields,
  invoices,
  jobs,
  mails,
  notices,
  pages,
  payments,
  photos,
  requests,
  sms,
}
