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

const dates = datesOf('it-IT')

const euros = (cents: number): string => `${(cents / 100).toFixed(2).replace('.', ',')} €`

/** «1 minuto», «2 minuti». */
const counted = (count: number, one: string, other: string): string => `${count} ${count === 1 ? one : other}`

/** «gio 3 dic, 10:00-12:00», with the name of the clock on islands that have another than the mainland. */
function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window)}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'ora delle Canarie',
  'Atlantic/Madeira': 'ora di Madeira',
  'Atlantic/Azores': 'ora delle Azzorre',
}

/** «2 ore», «meno di un’ora». */
const durationText = ({ count, unit }: Duration): string => {
  if (unit === 'hour') return count === 0 ? 'meno di un’ora' : counted(count, 'ora', 'ore')
  return count === 0 ? 'meno di un minuto' : counted(count, 'minuto', 'minuti')
}

const accounts: PersonTexts['accounts'] = {
  checkInput: 'Qualche dato non è valido. Controlla e riprova.',
  landline: 'È un numero fisso e il codice arriva via SMS. Usa un numero di cellulare.',
  codeWrong: 'Il codice non è giusto. Guarda l’ultimo SMS che ti abbiamo inviato.',
  codeExpired: 'Questo codice non vale più. Chiedine uno nuovo.',
  signedOut: 'La tua sessione è terminata. Accedi di nuovo.',
  termsNotAccepted: 'Prima leggi e accetta le condizioni.',
  termsNotInForce: 'Nel frattempo le condizioni sono cambiate. Leggi quelle nuove.',
  noMail: 'Questa installazione non invia email.',
  tooManyMailCodes: 'Oggi hai chiesto troppi codici. Riprova domani.',
  noticeAlwaysSent: 'Questo avviso riguarda il tuo denaro, quindi viene sempre inviato.',
  noticeNeverSent: 'Questo avviso non viene mai inviato in questo modo.',
  suspended: 'Questo account è sospeso. Scrivi all’assistenza.',
  erased: 'Questo account è stato eliminato.',
  otherSite: 'Questa richiesta non viene da una pagina di questo servizio.',
  twoSessions: 'Invia il cookie di sessione o `Authorization: Bearer`, non entrambi.',
  notACarrier: 'È riservato ai trasportatori. Prima registrati come trasportatore.',
  carrierNotApproved: 'Al momento il tuo account trasportatore non è approvato.',
  profileIncomplete:
    'Prima di accettare un trasporto, aggiungi al tuo profilo una foto del tuo viso e la targa del tuo veicolo. I tuoi clienti vedono chi arriva.',
  tooManyAreas: (max) => `Hai già ${max} zone. Eliminane una per salvarne un’altra.`,
  largerVehicle:
    'Il tuo account è sospeso, quindi per ora non puoi passare a un veicolo più grande. Non è stato salvato nulla.',
  threeStrikes: 'Hai tre richiami in 30 giorni, per trasporti a cui hai rinunciato o che non hai ritirato.',
  notErasable: (blockers) => `L’account non si può ancora eliminare. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'Hai un trasporto pubblicato non ancora concluso: annullalo, o aspetta che sia consegnato e pagato.',
    deliveries: () =>
      'Hai accettato un trasporto non ancora concluso: portalo a termine e aspetta che sia pagato, o rinuncia.',
    problems: () => 'Resta qualcosa da chiarire su un tuo trasporto: aspetta che si risolva.',
    payments: () => 'C’è un pagamento in corso: riprova tra qualche minuto.',
    wallet: (cents) =>
      `Nel portafoglio ci sono ${euros(cents)}: usali, o scrivi all’assistenza per riaverli.`,
    earnings: (cents) =>
      `Restano da accreditare ${euros(cents)} di guadagni: imposta gli accrediti, se non l’hai fatto, e aspetta il bonifico, o scrivi all’assistenza.`,
  },
}

const addresses: PersonTexts['addresses'] = {
  notLocated: 'Non siamo riusciti a localizzare uno o entrambi gli indirizzi.',
  refused: {
    not_found: 'Non abbiamo trovato questo indirizzo. Scrivi via, CAP e città per esteso.',
    ambiguous: 'Questo indirizzo corrisponde a più luoghi. Aggiungi il CAP, oppure la città e la provincia.',
    conflict:
      'Alcune parti di questo indirizzo si contraddicono: CAP, città, provincia o paese non corrispondono.',
  },
  unknownWords: (words) =>
    `Non conosciamo “${words}”. Scrivi la città per esteso, con il CAP e il paese se è all’estero, o indica la città più grande vicina.`,
  unavailable: 'Al momento non possiamo cercare indirizzi. Non è stato salvato nulla; riprova.',
  tooManyLookUps: (minutes) =>
    `Sono stati cercati troppi prezzi e indirizzi. Riprova tra ${minutes} min, o accedi per continuare.`,
  areaNotLocated: 'Non siamo riusciti a localizzare l’indirizzo di questa zona.',
  tooManyLookUpsSignedIn: (minutes) => `Hai cercato troppi prezzi e indirizzi. Riprova tra ${minutes} min.`,
  baseNotLocated: 'Non siamo riusciti a localizzare l’indirizzo della tua base.',
  noTrip: 'Questo tragitto non è possibile.',
  noRoad: 'Non c’è una strada tra il ritiro e questo indirizzo.',
  tooFar: ({ km, maxKm }) => `Questo indirizzo è a ${km} km dal ritiro; il massimo è ${maxKm} km.`,
  disclaimer: {
    same_address: 'Questo prezzo è indicativo; il prezzo finale può variare.',
    addresses: 'Questo prezzo è indicativo, perché la distanza è stimata; il prezzo finale può variare.',
    postcodes:
      'Questo prezzo è indicativo, perché la distanza è misurata tra codici postali e non da porta a porta; il prezzo finale può variare.',
    town_centres:
      'Questo prezzo è indicativo, perché la distanza è misurata tra i centri abitati e non da porta a porta; il prezzo finale può variare.',
  },
}

const company: PersonTexts['company'] = {
  links: 'Azienda e note legali',
  names: { help: 'Aiuto', terms: 'Condizioni', privacy: 'Privacy', imprint: 'Note legali' },
  titles: {
    help: 'Aiuto',
    terms: 'Termini e condizioni',
    privacy: 'Informativa sulla privacy',
    imprint: 'Note legali',
  },
  version: (version) => `Versione ${version}`,
  runBy: (name) => `Un servizio di ${name}`,
  facts: { name: 'Azienda', taxNumber: 'Partita IVA', address: 'Indirizzo', contact: 'Contatto' },
  missing: {
    terms: 'L’azienda che gestisce questo servizio non ha ancora pubblicato qui le sue condizioni.',
    privacy:
      'L’azienda che gestisce questo servizio non ha ancora pubblicato qui la sua informativa sulla privacy.',
    imprint: 'L’azienda che gestisce questo servizio non ha ancora indicato qui chi è.',
  },
  askFirst: 'Chiedi a noi prima di pagare o accettare un trasporto:',
  askPartner:
    'Prima di pagare o accettare un trasporto, chiedi all’azienda che ti ha inviato il link o che ti ha invitato a trasportare.',
  ownData:
    'Nell’app, in “Account”, puoi scaricare quello che viene conservato su di te o eliminare il tuo account.',
  help: {
    contactLead: 'Ci trovi qui:',
    noContact:
      'Questo servizio non ha ancora un contatto comune. Se hai ricevuto un SMS con un link, chiedi all’azienda indicata: è lei che ha preparato il trasporto. Se fai consegne, chiedi a chi ti ha invitato.',
    questions: [
      {
        ask: 'Ho ricevuto un SMS con un link. Cos’è?',
        answer:
          'L’azienda indicata nell’SMS ha preparato per te una consegna o un trasloco. Apri il link e accedi con un codice che inviamo al tuo numero. Vedi il trasporto e il suo prezzo, e non paghi nulla finché non lo decidi tu.',
      },
      {
        ask: 'C’è un problema con il mio trasporto',
        answer:
          'Apri il trasporto nell’app e scegli “C’è un problema”. Puoi aggiungere foto, e anche la risposta compare lì.',
      },
      {
        ask: 'Voglio annullare',
        answer: 'Apri il trasporto nell’app. Prima di confermare vedi se costa qualcosa.',
      },
      {
        ask: 'Faccio consegne',
        answer:
          'I tuoi trasporti, i tuoi documenti e i tuoi guadagni sono nell’area trasportatori dell’app. Un trasporto accettato mostra il numero di telefono del suo cliente.',
      },
    ],
    customers: 'I miei trasporti',
    carriers: 'Per i trasportatori',
  },
}

const documents: PersonTexts['documents'] = {
  kinds: { licence: 'patente', insurance: 'assicurazione', other: 'altro documento' },
  expiryMissing: 'Inserisci l’ultimo giorno di validità.',
  expiryUnknown: 'Questo giorno non esiste.',
  expiryPast: 'Questo giorno è già passato.',
  accepted: 'Questo documento è accettato. Per cambiarlo, caricane uno nuovo.',
  tooMany: 'Hai caricato molti documenti. Continua domani.',
  tooManyPhotos: 'Hai caricato molte foto. Continua tra un’ora.',
  photoNotShown: 'Questa foto non viene più mostrata.',
  notAsked: (days) =>
    `Non scade entro 30 giorni, il trasportatore ha già ricevuto la richiesta negli ultimi ${days} giorni o ne ha inviato un altro, oppure non può ricevere né notifiche né SMS.`,
  notWaiting: {
    waiting: 'Questo documento è in attesa di una decisione.',
    accepted: 'Questo documento è già accettato.',
    expired: 'Questo documento era stato accettato, ma nel frattempo è scaduto.',
    refused: 'Questo documento è già stato rifiutato.',
    replaced: 'Il trasportatore ha caricato un documento più recente.',
  },
  missing: (kinds) =>
    `Il trasportatore non può ancora essere approvato. Manca un documento accettato e valido: ${kinds.join(', ')}.`,
}

const fields: PersonTexts['fields'] = {
  required: 'è obbligatorio',
  commonPassword: 'è tra le prime che gli altri provano; usa più parole che non c’entrano tra loro',
  ownWords:
    'è poco più del tuo nome, della tua azienda o di questo servizio; usa parole che nessuno collegherebbe a te',
  empty: 'non può essere vuoto',
  short: (length) => `deve avere almeno ${length} caratteri`,
  long: (length) => `deve avere al massimo ${length} caratteri`,
  low: (limit) => `deve essere ${limit} o più`,
  high: (limit) => `deve essere ${limit} o meno`,
  many: (count) => `deve avere al massimo ${counted(count, 'voce', 'voci')}`,
  oneOf: (values) => `deve essere uno di ${values.join(', ')}`,
  wrongForm: 'non ha il formato giusto',
  notAnInstant: 'deve essere una data con ora, come 2030-01-31T10:00:00Z',
  past: 'deve essere nel futuro',
  controls: 'non può contenere caratteri di controllo o Unicode danneggiato',
  nothing: 'deve avere almeno un carattere visibile',
  unseen: 'deve essere testo visibile, senza caratteri invisibili o danneggiati',
  invalid: 'non è valido',
  type: (names) => `deve essere ${names.join(' o ')}`,
  types: {
    string: 'un testo',
    number: 'un numero',
    integer: 'un numero intero',
    boolean: 'true o false',
    object: 'un oggetto JSON',
    array: 'un elenco',
  },
  phone: 'deve essere un numero di telefono in formato E.164 con prefisso internazionale, come +393123456789',
  phoneNationalPrefix:
    'dopo il prefisso internazionale ha una cifra che si compone solo dentro il paese: toglila, come lo 0 di +44 0…',
  phoneMexico: 'ha un 1 dopo +52, che i numeri messicani non hanno più: toglilo, come in +525512345678',
  phoneArgentina:
    'deve avere la forma di un cellulare argentino: +54 9, il prefisso di zona senza 0, il numero senza 15, come in +5491123456789',
  phoneCostly:
    'è un numero a sovrapprezzo, a costo condiviso, gratuito, personale, di cercapersone o satellitare, a cui questo servizio non invia SMS',
  phoneNotServed: 'è un numero di un paese in cui questo servizio non invia SMS',
  landline: 'è un numero fisso, che non può ricevere SMS',
  landlineArgentina:
    'è un numero fisso, che non può ricevere SMS; un cellulare argentino ha un 9 dopo +54, come in +5491123456789',
  photoUrl:
    'deve essere un URL pubblico http o https di al massimo 2048 caratteri, senza credenziali, sulla porta 80 o 443',
  companyName: 'deve essere una riga da 1 a 60 caratteri di testo semplice, senza link',
  pushEndpoint: 'deve essere l’indirizzo https di un servizio push pubblico',
  timeZone: 'deve essere un fuso orario come Europe/Rome',
  onePlace: 'non si può inviare insieme a un altro luogo',
  areaPlace: 'serve per una nuova zona, oppure `point`',
  wayFrom: 'richiede `near` o `area_id`',
  nextPage: 'deve essere il `next` di una pagina',
  unusableUpload: 'non è una foto caricata da te nell’ultimo giorno, o è già stata usata',
  picture: 'deve essere un’immagine: JPEG di al massimo 50 megapixel, PNG, WebP o GIF di 20, o AVIF di 16',
  photoOrPosition: 'serve, oppure la tua posizione',
  callFirst: 'prima chiama il cliente',
  impossiblePosition: 'non può essere giusta dopo la precedente, o per questo tragitto',
  arrival: 'serve, e dopo che hai accettato il trasporto',
  dayAhead: (days) => `deve essere un giorno tra oggi e i prossimi ${days} giorni`,
  partOver: 'è già passata, o quasi',
  windowLength: 'deve essere da 30 minuti a 12 ore dopo l’inizio',
  noSuchHour: 'non esiste in questo giorno, perché si sposta avanti l’orologio',
  farFromPickup: (km) => `deve essere al massimo a ${km} km dal ritiro`,
  windowOver: 'deve essere almeno tra un’ora',
  proofPhoto: 'serve per questo trasporto',
  deliveryCodeMissing: 'serve, oppure una foto senza codice',
  deliveryCodeWrong: 'non è il codice di questo cliente',
  photoInsteadOfCode: 'serve al posto del codice',
  plate:
    'deve essere una targa: lettere e cifre, almeno due in tutto, separate al massimo da uno spazio o un trattino',
  notGiven: 'manca nel tuo profilo',
  quickDelivery: 'serve per una consegna così rapida',
}

const invoiceKinds: Record<InvoiceKind, string> = {
  receipt: 'Ricevuta',
  top_up: 'Ricevuta di ricarica',
  credit_note: 'Nota di credito',
  debit_note: 'Nota di debito',
  statement: 'Rendiconto mensile',
  self_billing: 'Fattura',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Consegna',
  fee: 'Commissione di servizio',
  cancellation_fee: 'Costo di annullamento',
  tip: 'Mancia',
  top_up: 'Ricarica del portafoglio',
  refund: 'Rimborso',
  correction: 'Rettifica',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Bloccato',
  charge: 'Addebitato',
  release: 'Sbloccato',
  refund: 'Rimborsato',
  returned: 'Rimborso respinto dalla banca',
}

/** Lines of a carrier's month. */
const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Consegne',
  cancellation_fee: 'Indennizzi per annullamenti',
  tip: 'Mance',
  refund: 'La tua parte di rimborsi',
  correction: 'Rettifiche',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Consegna',
  cancellation: 'Indennizzo',
  tip: 'Mancia',
  refund: 'La tua parte di un rimborso',
  payout: 'Accredito',
  correction: 'Rettifica',
}

const missing: Record<StatementGap, string> = {
  tax_data: 'Mancano i tuoi dati fiscali. Aggiungili al tuo account: saranno nel prossimo rendiconto.',
  agreement:
    'Non è una fattura, perché non ci hai autorizzato a emettere le tue fatture. Puoi farlo nel tuo account.',
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Fattura semplificata',
  credit_note: invoiceKinds.credit_note,
  debit_note: invoiceKinds.debit_note,
}

const invoices: PersonTexts['invoices'] = {
  kinds: invoiceKinds,
  simplified,
  items,
  events,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'È una prova: nessun movimento di denaro reale.',
  issued: (instant) => `Data di emissione: ${instant}`,
  corrects: (number) => `Relativa a ${number}`,
  seller: 'Venditore',
  // Also of a carrier, who may be a private person.
  taxNumber: (number) => `P. IVA/C.F. ${number}`,
  customer: 'Cliente',
  job: (from, to, reference) => `Da ${from} a ${to}, riferimento ${reference}`,
  net: 'Imponibile',
  vat: 'IVA',
  vatAt: (percent) => `IVA ${percent}%`,
  gross: 'Importo',
  total: 'Totale',
  byCarrier: (item) => `${item} (vende il trasportatore)`,
  carriersTax:
    'Le imposte su ciò che vende il trasportatore sono a suo carico: è il trasportatore a indicartele.',
  payment: 'Pagamento',
  decimalSeparator: ',',
  unknown: 'Questa ricevuta non esiste.',
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Trasportatore',
    issuer: 'Emittente',
    supplier: 'Fornitore',
    writer: 'Cliente',
    selfBilling: 'Autofatturazione: il cliente emette questa fattura per conto del fornitore.',
    correction: 'Rettifica: i rimborsi di questo mese riducono gli importi delle fatture precedenti.',
    opening: 'Saldo iniziale a tuo credito',
    closing: 'Saldo finale a tuo credito',
    account: 'Movimenti',
    job: (from, to, reference) => `Da ${from} a ${to}, ${reference}`,
  },
}

const jobs: PersonTexts['jobs'] = {
  callDirect: 'Chiamatevi direttamente: il numero è nella pagina del trasporto.',
  callOver: 'Il periodo in cui potete chiamarvi è finito.',
  callFailed:
    'Al momento non riusciamo a collegare la chiamata. Riprova tra un minuto, o scrivi un messaggio.',
  unknown: 'Questo trasporto non esiste; potrebbe essere scaduto.',
  is: {
    draft: 'Questo trasporto non è ancora stato pubblicato.',
    posted: 'Questo trasporto è pubblicato, ma nessun trasportatore l’ha ancora accettato.',
    accepted: 'Un trasportatore ha accettato questo trasporto e sta arrivando.',
    collected: 'Il ritiro di questo trasporto è già avvenuto.',
    delivered: 'Questo trasporto è stato consegnato; il pagamento è in corso.',
    completed: 'Questo trasporto è completato.',
  },
  cancelledBy: {
    customer: 'Il cliente ha annullato questo trasporto.',
    carrier: 'Il trasportatore ha rinunciato a questo trasporto.',
    staff: 'Il nostro team ha annullato questo trasporto.',
    system: 'Questo trasporto è stato annullato perché non è stato possibile bloccare il pagamento.',
  },
  taken: 'Un altro trasportatore ha fatto prima: questo trasporto è già assegnato.',
  tooManyOpen: (count) =>
    `Hai ${counted(count, 'trasporto', 'trasporti')} in corso, il massimo alla volta. Concludine uno, poi potrai accettare questo.`,
  cancelCostChanged: 'Il costo di annullamento è appena cambiato. Ricontrollalo prima di annullare.',
  suspendedCannotDrop:
    'Il tuo account è sospeso, quindi non puoi rinunciare ai trasporti in autonomia. Se non puoi fare questo, scrivi all’assistenza.',
  tooQuick:
    'È stato più rapido del solito per questo tragitto. Aggiungi una foto della consegna e dicci perché, così la registriamo.',
  nothingToConfirm: 'Questa consegna non ha bisogno di conferma.',
  ratedAlready: 'Hai già valutato questo trasporto.',
  problemTooLate:
    'La consegna è avvenuta più di due giorni fa, quindi qui non puoi più segnalare un problema. Scrivi all’assistenza.',
  arrivedLate:
    'Il trasporto è terminato, o è passato a un altro trasportatore, prima che questo arrivasse. Il nostro team è stato avvisato e ti contatterà. Se hai la merce, tienila al sicuro e scrivici.',
  problemTooOften: 'Hai segnalato questo trasporto tre volte. Il nostro team lo sta esaminando.',
  problemIdTaken: 'Questa segnalazione è già stata usata per altro. Scrivila di nuovo.',
  noProblemLeft: 'Non restano segnalazioni da decidere per questo trasporto.',
  onlyInDoubt:
    'Non restano segnalazioni da decidere. Solo la consegna è in dubbio: confermala per risolvere.',
  tripEvidence: 'In questa segnalazione manca qualcosa. Aggiungilo e inviala di nuovo.',
  waitLonger: (minutes) =>
    `Aspetta ${counted(minutes, 'minuto', 'minuti')} alla porta e chiama prima di segnalare che il cliente non c’è.`,
  tripReported:
    'L’hai già segnalato, o il nostro team ha già deciso. Se ti serve aiuto, scrivi all’assistenza.',
  answeredAlready: 'Hai già risposto, o il nostro team ha già deciso.',
  tripEnded: 'Il trasportatore ha segnalato che non ha potuto fare il ritiro, e il trasporto è terminato.',
  tripWithdrawn: 'Questa segnalazione del trasportatore non vale più: non serve rispondere.',
  tripWaits: (by, timeZone) =>
    `Il trasportatore ha segnalato che non ha potuto fare il ritiro e tu non sei d’accordo. Il nostro team decide entro ${dates.dayTime(by, timeZone)}.`,
  tripFar: 'Sei troppo lontano dal ritiro per segnalarlo. Segnalalo sul posto, o rinuncia al trasporto.',
  answerTripFirst:
    'Il tuo trasportatore ha segnalato che non ha potuto fare il ritiro. Prima rispondi a questo: lo trovi nel tuo trasporto.',
  timeImpossible: 'Questo orario non è possibile. Scegline un altro.',
  timeChanged: 'Nel frattempo l’altra persona ha proposto o accettato un orario. Guarda di nuovo.',
  timeIdTaken: 'Questa proposta è già stata usata per altro. Proponi di nuovo l’orario.',
  timeOver: 'Questo orario è già passato, o quasi. Proponine un altro.',
  noProposalLeft: 'Hai già fatto tre proposte. Accetta una proposta, aspettane una o chiama l’altra persona.',
  impossiblePosition: 'Questa posizione non può essere giusta.',
  windowNotBegun:
    'L’orario che avete concordato non è ancora iniziato. Puoi anche proporre un altro orario, o chiamare.',
  talkEnded: 'Questa conversazione è terminata, quindi non puoi più scrivere.',
  threadClosed: 'Questa conversazione con il nostro team è chiusa. Se ti serve aiuto, scrivi all’assistenza.',
  unknownMessage: 'Questo messaggio non è in questa conversazione.',
  ownMessage: 'Puoi segnalare solo quello che ha scritto l’altra persona.',
  messageReports: {
    rude: 'Segnalo un messaggio: è offensivo o minaccioso.',
    outside_payment: 'Segnalo un messaggio: chiede di pagare fuori dall’app.',
    other: 'Segnalo un messaggio: ha un altro problema.',
  },
  messageIdTaken: 'Questo messaggio è già stato usato per altro. Scrivilo di nuovo.',
  tooManyMessages: 'Hai inviato molti messaggi in poco tempo. Aspetta un po’.',
  tooManyInJob: 'Questo trasporto ha moltissimi messaggi. Chiama, o scrivi all’assistenza.',
  noTripReport: 'Non c’è una segnalazione del trasportatore che si possa decidere così.',
  reportsChanged:
    'Le segnalazioni di questo trasporto sono cambiate nel frattempo. Guardale di nuovo, poi decidi.',
  pins: {
    partners:
      'Gli indirizzi li ha inseriti l’azienda che ha inviato questo trasporto. Scrivi nelle note come trovare la porta.',
    changed: 'I luoghi sono appena cambiati. Guardali di nuovo.',
    tooFar: (km) =>
      `È troppo lontano dall’indirizzo: al massimo ${String(km).replace('.', ',')} km. Per un altro luogo, crea il trasporto con il suo indirizzo.`,
  },
  idTaken: 'Con questo identificativo è già stato creato un altro trasporto. Ricomincia.',
  tooManyDrafts: 'Hai molti trasporti non ancora pagati. Pagane uno, o continua quando saranno scaduti.',
  goesOn:
    'Stiamo già proponendo questo trasporto ad altri trasportatori, con lo stesso pagamento. Lo trovi tra i tuoi trasporti.',
  dataDeleted:
    'I dettagli di questo trasporto sono stati eliminati perché è terminato da molto tempo. Creane uno nuovo.',
  proofMissing: 'Qui serve una foto. Scattala e invia di nuovo.',
  deliveryCodeMissing:
    'Il cliente ha un codice per questa consegna. Inseriscilo, o scatta una foto e invia senza codice.',
  deliveryCodeWrong: (left) =>
    `Non è il codice di questo cliente. Puoi provare ${left === 1 ? 'ancora una volta' : `altre ${left} volte`}, o inviare una foto senza codice.`,
  noCodeTriesLeft:
    'Il codice era sbagliato troppe volte. Scatta una foto e invia senza codice, o chiama il cliente.',
  photoUnusable: 'Una delle foto non si può usare. Aggiungila di nuovo.',
  photoTooSlow: 'La foto non è arrivata: in questo momento la connessione è troppo lenta. Riprova.',
  photoTooLarge: 'Questa foto è troppo grande. Usane una di al massimo 8 MB.',
  notAPhoto: 'Non è una foto. Usa JPEG, PNG, WebP, AVIF o GIF.',
  otherFormat: (found) =>
    `Un file in formato ${found} non si può usare come foto. Usa JPEG, PNG, WebP, AVIF o GIF.`,
  noPicture: 'Questo file non si può usare come foto. Usa JPEG, PNG, WebP, AVIF o GIF.',
  tooManyUploads: 'Si stanno caricando troppe foto insieme. Inviale una alla volta.',
  tooManyPhotos: 'Hai caricato molte foto che nessun trasporto usa. Continua domani.',
}

const invoiceMails: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Abbiamo addebitato ${euros(cents)}. In allegato trovi la ricevuta in PDF.`,
  top_up: (cents) => `Hai aggiunto ${euros(cents)} al portafoglio. In allegato trovi la ricevuta in PDF.`,
  credit_note: (cents) => `Ti rimborsiamo ${euros(cents)}. In allegato trovi la nota di credito in PDF.`,
  debit_note: (cents) =>
    `La tua banca ha respinto un rimborso di ${euros(cents)}. In allegato trovi la nota di debito in PDF.`,
  statement: (cents) => `In allegato trovi il tuo rendiconto mensile in PDF. Totale: ${euros(cents)}.`,
  self_billing: (cents) => `In allegato trovi la tua fattura del mese in PDF. Totale: ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Abbiamo addebitato ${euros(cents)}. In allegato trovi la fattura semplificata in PDF.`,
  credit_note: invoiceMails.credit_note,
  debit_note: invoiceMails.debit_note,
}

const mails: PersonTexts['mails'] = {
  confirmation: {
    subject: 'Conferma il tuo indirizzo email',
    body: (service) =>
      `Inserisci questo codice nel tuo account ${service} per ricevere ricevute e avvisi a questo indirizzo. Vale un’ora.`,
    reason:
      'Qualcuno ha inserito questo indirizzo in un account. Se non l’hai fatto tu, ignora questa email: non ne riceverai altre.',
  },
  invoice: invoiceMails,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `Email di prova di ${service}`,
    body: 'Questa installazione può inviare email a questo indirizzo.',
    reason: 'Ricevi questa email perché il gestore ha inviato una prova a questo indirizzo.',
  },
  test: 'Nessun movimento di denaro reale.',
  openJob: 'Apri il trasporto',
  openApp: 'Apri l’app',
  reason: (service) => `Ricevi questa email perché è l’indirizzo del tuo account ${service}.`,
  off: 'Non ricevere più email che non riguardano denaro',
  offPage: {
    title: 'Email',
    lead: 'Non riceverai più email che non riguardano denaro. Ricevute, rimborsi e problemi con un pagamento continueranno ad arrivare via email.',
    act: 'Disattivale',
    doneTitle: 'Disattivate',
    done: 'Non riceverai più email che non riguardano denaro. Nel tuo account puoi scegliere di nuovo.',
    account: 'Il mio account',
  },
}

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Codice per la consegna: ${code}.` : '')

/** They are sent as SMS too: plain apostrophes and no È, which the GSM alphabet does not have. */
const notices: PersonTexts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'Il tuo trasporto è pubblicato',
    body: `${what}. Ora i trasportatori in zona lo vedono.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Un trasportatore ha accettato',
    body: `${who || 'Il tuo trasportatore'} se ne occupa: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: `Ritira entro ${counted(hoursLeft, 'ora', 'ore')}`,
    body: `${what}. Dopo, il cliente può annullare gratis e conta come richiamo.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'Il tuo trasportatore è in ritardo',
    body: `${what}: ritiro non avvenuto in tempo. Annulla gratis o chiama il trasportatore.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Proposta di orario: ${windowText(window)}` : 'Ti viene proposto un orario',
    body: `${what}. Apri per accettare o proporne un altro.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Concordato: ${windowText(window)}` : 'Avete concordato un orario',
    body: `Ritiro: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Nuovo orario: ${windowText(window)}` : 'Orario cambiato',
    body: `Avete concordato di spostarlo: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Ritiro ${windowText(window)}` : 'Ritiro tra un giorno',
    body: `${what}. Se non va più bene, proponi per tempo un altro orario.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `Tra un'ora: ${windowText(window)}` : "Ritiro tra un'ora",
    body: `${what}. Fatti trovare sul posto e tieni il telefono a portata di mano.`,
  }),
  message_received: ({ what }) => ({
    title: 'Nuovo messaggio',
    body: `${what}. Apri per leggere e rispondere.`,
  }),
  messages_unread: ({ what }) => ({
    title: 'Hai messaggi non letti',
    body: `${what}. Apri per leggere e rispondere.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'Il nostro team ti ha risposto',
    body: `${what}. Apri per leggere la risposta.`,
  }),
  job_collected: ({ what, code }) => ({
    title: 'Ritirato',
    body: `${what}: in viaggio.${codeOf(code)}`,
  }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'Il tuo trasportatore'} arriva tra circa 10 minuti`,
    body: `${what}. Fatti trovare sul posto.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Il trasporto passa a un altro trasportatore',
    body: `Il nostro team lo ha affidato a un altro trasportatore: ${what}, ${route}. Per te non ci sono conseguenze.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Hai un nuovo trasporto',
    body: `Il nostro team lo ha affidato a te: ${what}, ${route}. Apri per vedere gli indirizzi.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Hai un altro trasportatore',
    body: `Ora se ne occupa ${who || 'un altro trasportatore'}: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Consegnato e pagato',
    body: `${what}. Tutto fatto; puoi lasciare una valutazione.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Consegnato, ${euros(chargedCents)} addebitati`,
    body: `${what}. Un problema? Segnalalo entro due giorni.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'Il cliente ha annullato',
    body: `${what}: ritiro non avvenuto, quindi conta come richiamo. Se non è giusto, scrivici.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'Il cliente ha annullato',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'Il trasportatore ha dovuto annullare',
    body: `${what}. Ti rimborsiamo tutto e puoi ricominciare con un tocco.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'Il tuo trasportatore non può occuparsene',
    body: `${what}. Lo proponiamo ad altri; non devi fare nulla. Puoi annullare gratis.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'Trasporto annullato',
    body: `Il nostro team lo ha annullato: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'Trasporto annullato',
    body: `${what}. Apri per vedere il motivo.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Controlla il tuo pagamento',
    body: `Non è stato possibile bloccare di nuovo l'importo per ${what}. Paga di nuovo entro 24 ore per tenere pubblicato il trasporto.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'Il tuo trasporto aspetta il pagamento',
    body: `${what}. Paga, così i trasportatori lo vedono.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Ci serve un indirizzo più preciso',
    body: `${what}. Scrivi via, numero e città nelle note del tuo trasporto.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'La consegna è arrivata?',
    body: `${what}. Il trasportatore dice di aver consegnato, prima del solito per questo tragitto. Conferma o segnala un problema.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'Il cliente ci ha segnalato un problema',
    body: `${what}. Il nostro team lo sta esaminando. Se non hai ancora ricevuto il compenso, per ora resta in attesa.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Abbiamo esaminato il problema',
    body: `${what}. Apri il trasporto per vedere come si procede.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'Il tuo trasportatore'} non ha potuto ritirare`,
    body: `${what}. Apri e rispondi entro 24 ore, o il trasporto termina e può costare quanto hai visto prima di pagare.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'Il cliente contesta la tua segnalazione',
    body: `${what}. Il nostro team decide entro tre giorni. Puoi ancora ritirare.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'Il trasporto è terminato senza viaggio',
    body: `${what}: ritiro non riuscito. Apri per vedere cosa viene pagato.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'Il tuo pagamento è stato rifiutato',
    body: `${what}. Scegli un altro metodo di pagamento.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} in meno per te` : 'Parte di un rimborso è a tuo carico',
    body: `${what}. Abbiamo rimborsato il cliente e questa parte è a tuo carico. Viene detratta dal tuo prossimo accredito.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Una mancia per te: ${euros(movedCents)}` : 'Una mancia per te',
    body: `${what}. Va tutta a te.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `Ti rimborsiamo ${euros(movedCents)}` : 'Ricevi un rimborso',
    body: `${what}. Apri per vedere importo e data.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Nuovo trasporto${from && ` a ${from}`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'Il tuo profilo è approvato',
    body: 'I trasporti in zona ti aspettano.',
  }),
  carrier_rejected: () => ({
    title: 'Non abbiamo ancora potuto approvarti',
    body: 'Apri il tuo profilo per vedere il motivo e cosa cambiare.',
  }),
  carrier_suspended: () => ({
    title: 'Il tuo account trasportatore è sospeso',
    body: 'Apri il tuo profilo per vedere il motivo. I trasporti che hai accettato restano tuoi.',
  }),
  document_accepted: () => ({
    title: 'Il tuo documento è accettato',
    body: 'Apri il tuo profilo per vedere fino a quando è valido.',
  }),
  document_refused: () => ({
    title: 'Non abbiamo potuto accettare il tuo documento',
    body: 'Apri il tuo profilo per vedere il motivo e caricane un altro.',
  }),
  photo_removed: () => ({
    title: 'Abbiamo rimosso una tua foto',
    body: "Apri il tuo profilo per vedere il motivo e scattane un'altra.",
  }),
  document_expires: () => ({
    title: 'Un tuo documento scade presto',
    body: 'Apri il tuo profilo e carica in tempo quello nuovo.',
  }),
}

const pages: PersonTexts['pages'] = {
  language: 'Lingua',
  languageName: 'Italiano',
  skip: 'Vai al contenuto',
  draft: {
    title: 'Il tuo trasporto è quasi pronto',
    lead: 'Aprilo nell’app per vedere i dettagli e il prezzo, e conferma.',
    open: 'Apri nell’app',
    notOpened: 'Non è successo nulla? Forse l’app non è su questo telefono.',
    onComputer: 'Sei al computer? Apri il link dell’SMS sul telefono.',
    onlyYou: 'Puoi vederlo solo tu: accedi con un codice che inviamo al numero che ha ricevuto l’SMS.',
    next: 'Cosa succede ora',
    steps: [
      { name: 'Controlla', what: 'Guarda gli indirizzi, le dimensioni, le foto e il prezzo totale.' },
      {
        name: 'Paga',
        what: 'L’importo viene solo bloccato. L’addebito avviene quando il trasportatore ha consegnato.',
      },
      {
        name: 'Pubblica',
        what: 'I trasportatori in zona vedono il tuo trasporto e uno di loro lo accetta.',
      },
    ],
    waits: (life) =>
      `La bozza resta disponibile per ${durationText(life)} dall’SMS. Poi viene eliminata e non paghi nulla; chiedi un nuovo link all’azienda che te l’ha inviato.`,
    noApp: 'Non hai ancora l’app?',
    getApp: 'Installala, poi tocca di nuovo il link nell’SMS.',
    browse: 'Oppure continua nel browser',
    appStore: 'Scarica per iPhone',
    playStore: 'Scarica per Android',
    noScript:
      'In questo browser gli script sono disattivati, quindi il pulsante non può aprire l’app. Con l’app installata, il link nell’SMS la apre direttamente.',
    neverShare: 'Non condividere mai il tuo codice. Nessuno ti chiamerà o scriverà per chiedertelo.',
  },
  home: {
    title: 'Consegne e traslochi, con trasportatori della tua zona',
    lead: 'Vedi il prezzo prima di decidere e paghi dopo la consegna. Annullare tardi può avere un costo.',
    price: {
      act: 'Vedi quanto costa',
      note: 'Bastano le dimensioni e due indirizzi. Non serve un account.',
    },
    how: {
      title: 'Come funziona',
      steps: [
        {
          name: 'Vedi il prezzo',
          what: 'Dipende dalle dimensioni, dalla distanza e dai piani senza ascensore. Dopo non si aggiunge nulla.',
        },
        {
          name: 'L’importo viene bloccato, non addebitato',
          what: 'Confermi con un codice che ti inviamo via SMS e pubblichi il trasporto. I trasportatori in zona lo vedono.',
        },
        {
          name: 'Arriva un trasportatore',
          what: 'Concordate un orario, vedi il nome e il veicolo, e potete sentirvi.',
        },
        {
          name: 'Paghi dopo la consegna',
          what: 'Solo allora l’importo viene addebitato, e ricevi una ricevuta.',
        },
      ],
    },
    wrong: {
      title: 'Se qualcosa va storto',
      points: [
        'Finché un trasportatore non accetta, e per cinque minuti dopo, annullare non costa nulla. Poi c’è un costo, che vedi prima di pagare e di nuovo prima di annullare.',
        'Se il trasportatore non arriva in tempo, annulli gratis.',
        'Se un trasportatore rinuncia, il trasporto passa al prossimo senza pagare di nuovo.',
        'Se qualcosa è danneggiato o manca, segnalalo nell’app con le foto. Il nostro team lo esamina.',
      ],
    },
    who: {
      title: 'Chi gestisce questo servizio',
      ask: 'Ci trovi qui:',
      askHelp: 'Una domanda?',
      help: 'Aiuto',
    },
    customers: {
      name: 'Hai ricevuto un SMS con un link?',
      what: 'Tocca il link nell’SMS, o accedi qui con lo stesso numero. Puoi anche creare tu un trasporto.',
    },
    carriers: {
      name: 'Hai un furgone o un’auto?',
      what: 'Trasporta con noi: trova trasporti in zona e ricevi il compenso dopo ogni consegna.',
    },
    help: { name: 'Una domanda?', what: 'Le risposte, e come contattarci.' },
    developers: 'Per sviluppatori:',
    guide: 'guida per i partner (in inglese)',
    reference: 'riferimento dell’API (in inglese)',
    health: 'stato',
  },
  notFound: {
    title: 'Qui non c’è niente',
    lead: 'L’indirizzo potrebbe essere sbagliato o incompleto. Se è arrivato in un SMS, tocca di nuovo il link nell’SMS.',
    home: 'Vai alla home',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Consegne e traslochi: guarda il prezzo, paga a consegna avvenuta.',
    noScript:
      'Questa pagina ha bisogno degli script, che in questo browser sono disattivati. Attivali e ricaricala.',
  },
  admin: { title: 'Pannello Dray' },
  partner: { title: 'Dray per i partner' },
}

const payments: PersonTexts['payments'] = {
  nothingToPay: 'Al momento non c’è nulla da pagare per questo trasporto.',
  priceChanged: 'Il prezzo è cambiato da quando l’hai visto. Guardalo di nuovo prima di pagare.',
  pending: 'Un altro pagamento per questo trasporto è in corso. Aspetta un momento e riprova.',
  stillProcessing: 'Il pagamento è ancora in elaborazione. Riprova tra poco.',
  noCard: 'Scegli una carta, o prima salvane una.',
  noWalletForTests: 'Un trasporto di prova si paga con una carta di prova, non con il portafoglio.',
  walletTooLow: 'Nel portafoglio non c’è abbastanza. Ricaricalo o paga con carta.',
  idTaken: 'Questo pagamento è già stato usato per altro. Riprova.',
  captureRunning: 'L’addebito è già in corso, quindi questo trasporto non si può più annullare.',
  cardInUse: 'Un pagamento ha ancora bisogno di questa carta. Potrai rimuoverla a trasporto concluso.',
  tooManySetups: (wait) =>
    `Nelle ultime 24 ore hai provato ad aggiungere molte carte. Per sicurezza devi aspettare: potrai aggiungere la prossima tra ${durationText(wait)}. Le carte già salvate continuano a funzionare.`,
  tooManyRefusals: (wait) =>
    `Nelle ultime 24 ore molti pagamenti con carta non sono andati a buon fine. Per sicurezza devi aspettare: potrai riprovare tra ${durationText(wait)}.`,
  noTip:
    'Puoi dare una mancia per una settimana dopo la consegna, finché il trasportatore può essere pagato.',
  tipTooMuch: 'È più di quanto si può ancora dare per questo trasporto.',
  partAboveRefund: 'La parte a carico del trasportatore non può superare l’intero rimborso.',
  partAboveShare:
    'La parte a carico del trasportatore non può superare quanto ha ricevuto da questo pagamento, o il trasportatore non ha più un account.',
  nothingOwed: 'Per questo trasporto non è dovuto nulla.',
  blocked:
    'Il denaro di questo trasporto è fermo per una consegna anticipata, un problema segnalato o una contestazione. Prima decidi su questo.',
  inProgress: 'Un pagamento per questo trasporto è in corso.',
  nothingTaken:
    'Per questo trasporto non è stato addebitato nulla. Se c’è un importo bloccato, annullando il trasporto viene sbloccato.',
  tooMuch: 'È più di quanto è stato addebitato e non ancora rimborsato.',
  noDispute: 'Questa contestazione non esiste.',
  noEffect: 'Questa operazione con il processore di pagamento non esiste.',
  nothingToRetry:
    'Questa operazione non aspetta un altro tentativo: è conclusa, o aspetta un conto per gli accrediti o una decisione.',
  maySucceed:
    'Questa operazione è conclusa, o può ancora riuscire. Si può chiudere qui quando il processore l’ha rifiutata in modo definitivo.',
  otherAmount:
    'Ora è dovuto un importo diverso da quello pagato: controlla di nuovo l’operazione. Un rimborso può aver ridotto un accredito.',
  referenceTaken:
    'Questo identificativo del processore appartiene a un altro pagamento o a un altro importo.',
  bookInstead:
    'Confronta invece il pagamento con il processore: così viene registrato l’importo addebitato lì.',
  differenceGone: 'Su questo i conti ormai tornano.',
  differenceChanged: 'Questa differenza è cambiata. Leggila di nuovo.',
  differenceStays: 'Questa differenza non si può registrare: i conti continuerebbero a non tornare.',
  noPayment: 'Questo pagamento non esiste.',
  notAtProcessor: 'Il processore non conosce questo pagamento, quindi non c’è nulla da confrontare.',
}

const photos: PersonTexts['photos'] = {
  unreachable:
    'non è stato possibile scaricarla: il suo URL deve essere pubblico e rispondere con l’immagine',
  tooLarge: 'supera i 2 MB',
  noImage: 'non è un’immagine; invia JPEG, PNG, WebP, AVIF o GIF',
  format: (found) => `è ${found}; invia JPEG, PNG, WebP, AVIF o GIF`,
  pixels: (found) =>
    `è ${found}, ma con troppi pixel; al massimo 12.000 per lato e 50 megapixel in tutto, 16 per AVIF`,
  damaged: (found) => `è ${found}, ma con danni o parti mancanti`,
}

const requests: PersonTexts['requests'] = {
  notFound: 'Non c’è nulla in questo percorso.',
  methods: (methods) => `Questo percorso risponde solo a ${methods.join(', ')}.`,
  malformed: 'La richiesta non è ben formata.',
  headersTooLarge: 'Le intestazioni della richiesta sono troppo grandi.',
  late: 'La richiesta non è arrivata in tempo.',
  tooLarge: (bytes) => `Il corpo supera i ${bytes / 1_024} KiB.`,
  mediaType: 'Invia il corpo come `Content-Type: application/json` in UTF-8, non compresso.',
  unreadable: 'Il corpo non si può leggere; vedi `details`.',
  notJson: 'deve essere JSON valido in UTF-8',
  tooDeep: 'ha troppi livelli',
  hasProto: 'non può contenere `__proto__`',
  namedTwice: (path) => `nomina \`${path}\` due volte`,
  unsigned: 'La firma non corrisponde al corpo.',
  tooMany: (seconds) => `Troppe richieste. Riprova tra ${counted(seconds, 'secondo', 'secondi')}.`,
  tooManyConnections: 'Questo indirizzo ha troppe connessioni aperte. Riutilizzale.',
  busy: 'Il servizio è molto occupato. Riprova tra poco.',
  unavailable: 'Il servizio non può farlo al momento. Riprova tra poco.',
  failed: 'C’è stato un problema da parte nostra. Puoi riprovare senza rischi.',
  metricsToken: 'Invia il token delle metriche come `Authorization: Bearer …`.',
  metricsHere:
    'Può leggerlo solo la macchina su cui gira il servizio, a meno che il gestore non imposti METRICS_TOKEN.',
}

/** Only letters of the GSM alphabet: à, è, é, ì, ò and ù, but no È, and plain apostrophes. */
const sms: PersonTexts['sms'] = {
  sampleTitle: 'Divano a tre posti',
  code: (code) => `${code} è il tuo codice di accesso. Scade tra 10 minuti. Non condividerlo con nessuno.`,
  test: 'questo è un SMS di prova. Funziona.',
  draft: {
    ready: 'il tuo trasporto è pronto.',
    route: ({ pickup, dropoff }) => `da ${pickup} a ${dropoff}`,
    total: (cents) => `Totale ${euros(cents)}.`,
    open: 'Controlla e conferma:',
    app: "Scarica l'app se non ce l'hai.",
    noApp: 'Non serve nessuna app.',
  },
}

export const it: PersonTexts = {
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
