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

const dates = datesOf('de-DE')

/** „1.234,50 €“. */
const euros = (cents: number): string => `${amounts.format(cents / 100)} €`

const amounts = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** „1 Auftrag“, „2 Aufträge“. */
const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

/** „Do 3. Dez., 10:00-12:00 Uhr“, with the name of the clock on islands that have another than the mainland. */
function windowText(window: NoticeWindow): string {
  const clock = islandClocks[window.timeZone]
  return `${dates.window(window).replace('.,', '')}${clock ? ` (${clock})` : ''}`
}

const islandClocks: Record<string, string> = {
  'Atlantic/Canary': 'Ortszeit Kanaren',
  'Atlantic/Madeira': 'Ortszeit Madeira',
  'Atlantic/Azores': 'Ortszeit Azoren',
}

const units: Record<Duration['unit'], [one: string, many: string]> = {
  hour: ['Stunde', 'Stunden'],
  minute: ['Minute', 'Minuten'],
}

/** After „in“ or „nach“: „2 Stunden“, „weniger als einer Stunde“. */
const durationText = ({ count, unit }: Duration): string =>
  count === 0 ? `weniger als einer ${units[unit][0]}` : counted(count, ...units[unit])

const accounts: PersonTexts['accounts'] = {
  checkInput: 'Einige Angaben sind nicht gültig. Bitte prüfen Sie sie und versuchen Sie es noch einmal.',
  landline: 'Das ist ein Festnetzanschluss, und der Code kommt per SMS. Nehmen Sie eine Handynummer.',
  codeWrong: 'Dieser Code ist nicht richtig. Sehen Sie in unserer letzten SMS nach.',
  codeExpired: 'Dieser Code gilt nicht mehr. Lassen Sie sich einen neuen senden.',
  signedOut: 'Ihre Sitzung ist beendet. Bitte melden Sie sich wieder an.',
  termsNotAccepted: 'Bitte lesen und akzeptieren Sie zuerst die AGB.',
  termsNotInForce: 'Die AGB haben sich inzwischen geändert. Bitte lesen Sie die neuen.',
  noMail: 'Diese Installation sendet keine E-Mails.',
  tooManyMailCodes: 'Sie haben heute zu viele Codes angefordert. Bitte versuchen Sie es morgen wieder.',
  noticeAlwaysSent: 'Diese Info betrifft Ihr Geld und wird deshalb immer gesendet.',
  noticeNeverSent: 'Diese Info wird nie auf diesem Weg gesendet.',
  suspended: 'Dieses Konto ist gesperrt. Bitte schreiben Sie dem Support.',
  erased: 'Dieses Konto wurde gelöscht.',
  otherSite: 'Diese Anfrage kam nicht von einer Seite dieses Dienstes.',
  twoSessions: 'Senden Sie ein Sitzungs-Cookie oder `Authorization: Bearer`, nicht beides.',
  notACarrier: 'Das ist nur für Transporteure. Registrieren Sie sich zuerst als Transporteur.',
  carrierNotApproved: 'Ihr Konto als Transporteur ist zurzeit nicht freigeschaltet.',
  profileIncomplete:
    'Bevor Sie einen Auftrag annehmen, ergänzen Sie in Ihrem Profil ein Foto Ihres Gesichts und das Kennzeichen Ihres Fahrzeugs. Ihre Kunden sehen, wer kommt.',
  tooManyAreas: (max: number) =>
    `Sie haben schon ${max} Gebiete. Löschen Sie eines, um ein anderes zu speichern.`,
  largerVehicle:
    'Ihr Konto ist gesperrt, deshalb können Sie vorerst nicht zu einem größeren Fahrzeug wechseln. Es wurde nichts gespeichert.',
  threeStrikes:
    'Sie haben drei Verwarnungen in 30 Tagen, für Aufträge, die Sie zurückgegeben oder nicht abgeholt haben.',
  notErasable: (blockers) => `Das Konto kann noch nicht gelöscht werden. ${blockers.join(' ')}`,
  blockers: {
    open_jobs: () =>
      'Sie haben einen veröffentlichten Auftrag, der noch nicht fertig ist: Stornieren Sie ihn oder warten Sie, bis er geliefert und bezahlt ist.',
    deliveries: () =>
      'Sie haben einen Auftrag angenommen, der noch nicht fertig ist: Liefern Sie ihn und warten Sie, bis er bezahlt ist, oder geben Sie ihn zurück.',
    problems: () => 'Eine Frage zu einem Ihrer Aufträge ist noch offen: Warten Sie, bis sie geklärt ist.',
    payments: () => 'Eine Zahlung wird noch bearbeitet: Versuchen Sie es in ein paar Minuten noch einmal.',
    wallet: (cents) =>
      `Sie haben noch ${euros(cents)} Guthaben: Verbrauchen Sie es oder schreiben Sie dem Support, um es zurückzubekommen.`,
    earnings: (cents) =>
      `${euros(cents)} Verdienst sind noch nicht ausgezahlt: Richten Sie Auszahlungen ein, falls noch nicht geschehen, und warten Sie auf die Überweisung, oder schreiben Sie dem Support.`,
  },
}

const addresses: PersonTexts['addresses'] = {
  notLocated: 'Wir konnten eine oder beide Adressen nicht finden.',
  refused: {
    not_found:
      'Wir konnten diese Adresse nicht finden. Schreiben Sie Straße, Postleitzahl und Ort vollständig.',
    ambiguous:
      'Diese Adresse passt zu mehreren Orten. Ergänzen Sie die Postleitzahl oder den Ort und die Region.',
    conflict:
      'Teile dieser Adresse widersprechen sich: Postleitzahl, Ort, Region oder Land passen nicht zusammen.',
  },
  unknownWords: (words) =>
    `„${words}“ kennen wir nicht. Schreiben Sie den Ort vollständig, mit Postleitzahl und im Ausland mit Land, oder nennen Sie den nächsten größeren Ort.`,
  unavailable:
    'Wir können gerade keine Adressen suchen. Es wurde nichts gespeichert; bitte versuchen Sie es noch einmal.',
  tooManyLookUps: (minutes) =>
    `Es wurden zu viele Preise und Adressen abgefragt. Versuchen Sie es in ${minutes} min noch einmal oder melden Sie sich an, um weiterzumachen.`,
  areaNotLocated: 'Wir konnten die Adresse dieses Gebiets nicht finden.',
  tooManyLookUpsSignedIn: (minutes) =>
    `Sie haben zu viele Preise und Adressen abgefragt. Versuchen Sie es in ${minutes} min noch einmal.`,
  baseNotLocated: 'Wir konnten die Adresse Ihres Standorts nicht finden.',
  noTrip: 'Diese Fahrt ist nicht möglich.',
  noRoad: 'Zwischen der Abholung und dieser Adresse gibt es keine Straße.',
  tooFar: ({ km, maxKm }) =>
    `Diese Adresse ist ${km} km von der Abholung entfernt; wir fahren höchstens ${maxKm} km.`,
  disclaimer: {
    same_address: 'Dieser Preis ist ungefähr; der Endpreis kann abweichen.',
    addresses: 'Dieser Preis ist ungefähr, weil die Entfernung geschätzt ist; der Endpreis kann abweichen.',
    postcodes:
      'Dieser Preis ist ungefähr, weil die Entfernung zwischen Postleitzahlen gemessen ist und nicht von Tür zu Tür; der Endpreis kann abweichen.',
    town_centres:
      'Dieser Preis ist ungefähr, weil die Entfernung zwischen Ortsmitten gemessen ist und nicht von Tür zu Tür; der Endpreis kann abweichen.',
  },
}

const company: PersonTexts['company'] = {
  links: 'Unternehmen und Rechtliches',
  names: { help: 'Hilfe', terms: 'AGB', privacy: 'Datenschutz', imprint: 'Impressum' },
  titles: {
    help: 'Hilfe',
    terms: 'Allgemeine Geschäftsbedingungen',
    privacy: 'Datenschutzhinweise',
    imprint: 'Impressum',
  },
  version: (version) => `Version ${version}`,
  runBy: (name) => `Ein Dienst von ${name}`,
  facts: { name: 'Unternehmen', taxNumber: 'USt-IdNr.', address: 'Adresse', contact: 'Kontakt' },
  missing: {
    terms: 'Das Unternehmen, das diesen Dienst betreibt, hat hier noch keine AGB veröffentlicht.',
    privacy:
      'Das Unternehmen, das diesen Dienst betreibt, hat hier noch keine Datenschutzhinweise veröffentlicht.',
    imprint: 'Das Unternehmen, das diesen Dienst betreibt, hat sich hier noch nicht genannt.',
  },
  askFirst: 'Fragen Sie uns, bevor Sie zahlen oder einen Auftrag annehmen:',
  askPartner:
    'Bevor Sie zahlen oder einen Auftrag annehmen, fragen Sie das Unternehmen, das Ihnen den Link geschickt oder Sie zum Fahren eingeladen hat.',
  ownData:
    'In der App können Sie unter „Konto“ herunterladen, was über Sie gespeichert ist, oder Ihr Konto löschen.',
  help: {
    contactLead: 'So erreichen Sie uns:',
    noContact:
      'Für diesen Dienst gibt es noch keinen gemeinsamen Kontakt. Wenn Sie eine SMS mit einem Link bekommen haben, fragen Sie das Unternehmen, das darin steht: Es hat den Auftrag vorbereitet. Wenn Sie fahren, fragen Sie die Leute, die Sie eingeladen haben.',
    questions: [
      {
        ask: 'Ich habe eine SMS mit einem Link bekommen. Was ist das?',
        answer:
          'Das Unternehmen, das in der SMS steht, hat eine Lieferung oder einen Umzug für Sie vorbereitet. Öffnen Sie den Link und melden Sie sich mit einem Code an, den wir an Ihre Nummer schicken. Sie sehen den Auftrag und seinen Preis und zahlen nichts, bevor Sie sich dafür entscheiden.',
      },
      {
        ask: 'Mit meiner Lieferung stimmt etwas nicht',
        answer:
          'Öffnen Sie den Auftrag in der App und wählen Sie „Etwas stimmt nicht“. Sie können Fotos hinzufügen, und die Antwort erscheint auch dort.',
      },
      {
        ask: 'Ich möchte stornieren',
        answer: 'Öffnen Sie den Auftrag in der App. Vor dem Bestätigen sehen Sie, ob es etwas kostet.',
      },
      {
        ask: 'Ich bin Transporteur',
        answer:
          'Ihre Aufträge, Ihre Dokumente und Ihr Verdienst sind im Bereich für Transporteure in der App. Ein angenommener Auftrag zeigt die Telefonnummer des Kunden.',
      },
    ],
    customers: 'Meine Aufträge',
    carriers: 'Für Transporteure',
  },
}

const documents: PersonTexts['documents'] = {
  kinds: { licence: 'Führerschein', insurance: 'Versicherung', other: 'anderes Dokument' },
  expiryMissing: 'Geben Sie den letzten Tag ein, an dem es gültig ist.',
  expiryUnknown: 'Diesen Tag gibt es nicht.',
  expiryPast: 'Dieser Tag ist schon vorbei.',
  accepted: 'Dieses Dokument ist angenommen. Um es zu ändern, laden Sie ein neues hoch.',
  tooMany: 'Sie haben viele Dokumente hochgeladen. Bitte machen Sie morgen weiter.',
  tooManyPhotos: 'Sie haben viele Fotos hochgeladen. Bitte machen Sie in einer Stunde weiter.',
  photoNotShown: 'Dieses Foto wird nicht mehr gezeigt.',
  notAsked: (days) =>
    `Es läuft nicht innerhalb von 30 Tagen ab, der Transporteur wurde in den letzten ${days} Tagen schon gefragt oder hat ein anderes gesendet, oder ihn erreicht weder eine Mitteilung noch eine SMS.`,
  notWaiting: {
    waiting: 'Dieses Dokument wartet auf eine Entscheidung.',
    accepted: 'Dieses Dokument ist schon angenommen.',
    expired: 'Dieses Dokument wurde angenommen und ist inzwischen abgelaufen.',
    refused: 'Dieses Dokument ist schon abgelehnt.',
    replaced: 'Der Transporteur hat ein neueres Dokument hochgeladen.',
  },
  missing: (kinds) =>
    `Der Transporteur kann noch nicht freigeschaltet werden. Kein angenommenes und gültiges Dokument: ${kinds.join(', ')}.`,
}

const fields: PersonTexts['fields'] = {
  required: 'ist erforderlich',
  commonPassword:
    'gehört zu den ersten, die andere ausprobieren; nehmen Sie mehrere Wörter, die nicht zusammengehören',
  ownWords:
    'ist kaum mehr als Ihr Name, Ihr Unternehmen oder dieser Dienst; nehmen Sie Wörter, die niemand mit Ihnen verbindet',
  empty: 'darf nicht leer sein',
  short: (length) => `muss mindestens ${length} Zeichen haben`,
  long: (length) => `darf höchstens ${length} Zeichen haben`,
  low: (limit) => `muss mindestens ${limit} sein`,
  high: (limit) => `darf höchstens ${limit} sein`,
  many: (count) => `darf höchstens ${counted(count, 'Eintrag', 'Einträge')} haben`,
  oneOf: (values) => `muss einer dieser Werte sein: ${values.join(', ')}`,
  wrongForm: 'hat nicht das richtige Format',
  notAnInstant: 'muss Datum und Uhrzeit sein, wie 2030-01-31T10:00:00Z',
  past: 'muss in der Zukunft liegen',
  controls: 'darf keine Steuerzeichen und kein fehlerhaftes Unicode enthalten',
  nothing: 'muss ein sichtbares Zeichen enthalten',
  unseen: 'muss sichtbarer Text sein, ohne unsichtbare oder fehlerhafte Zeichen',
  invalid: 'ist nicht gültig',
  type: (names) => `muss ${names.join(' oder ')} sein`,
  types: {
    string: 'ein Text',
    number: 'eine Zahl',
    integer: 'eine ganze Zahl',
    boolean: 'true oder false',
    object: 'ein JSON-Objekt',
    array: 'eine Liste',
  },
  phone: 'muss eine Telefonnummer im Format E.164 mit Landesvorwahl sein, wie +34612345678',
  phoneNationalPrefix:
    'hat nach der Landesvorwahl eine Ziffer, die nur im Inland gewählt wird: Lassen Sie sie weg, wie die 0 in +44 0…',
  phoneMexico:
    'hat eine 1 nach +52, die mexikanische Nummern nicht mehr haben: Lassen Sie sie weg, wie in +525512345678',
  phoneArgentina:
    'muss die Form einer Handynummer in Argentinien haben: +54 9, die Ortsvorwahl ohne 0, die Nummer ohne 15, wie in +5491123456789',
  phoneCostly:
    'ist eine Sonderrufnummer, eine Nummer mit geteilten Kosten, eine kostenlose, persönliche, Pager- oder Satellitennummer, an die dieser Dienst keine SMS sendet',
  phoneNotServed: 'ist eine Nummer aus einem Land, in das dieser Dienst keine SMS sendet',
  landline: 'ist ein Festnetzanschluss und kann keine SMS empfangen',
  landlineArgentina:
    'ist ein Festnetzanschluss und kann keine SMS empfangen; ein Handy in Argentinien hat eine 9 nach +54, wie in +5491123456789',
  photoUrl:
    'muss eine öffentliche URL mit http oder https und höchstens 2048 Zeichen sein, ohne Zugangsdaten, auf Port 80 oder 443',
  companyName: 'muss eine Zeile mit 1 bis 60 Zeichen einfachem Text sein, ohne Link',
  pushEndpoint: 'muss die https-Adresse eines öffentlichen Push-Dienstes sein',
  timeZone: 'muss eine Zeitzone sein, wie Europe/Madrid',
  onePlace: 'kann nicht zusammen mit einem anderen Ort gesendet werden',
  areaPlace: 'ist für ein neues Gebiet nötig, oder `point`',
  wayFrom: 'braucht `near` oder `area_id`',
  nextPage: 'muss `next` einer Seite sein',
  unusableUpload: 'wurde nicht in den letzten 24 Stunden von Ihnen hochgeladen oder ist schon verwendet',
  picture:
    'muss ein Bild sein: JPEG mit höchstens 50 Megapixeln, PNG, WebP oder GIF mit 20, oder AVIF mit 16',
  photoOrPosition: 'ist nötig, oder Ihre Position',
  callFirst: 'rufen Sie zuerst den Kunden an',
  impossiblePosition: 'kann nach der letzten oder auf dieser Fahrt nicht stimmen',
  arrival: 'ist nötig und muss nach der Annahme des Auftrags liegen',
  dayAhead: (days) => `muss ein Tag ab heute sein, höchstens ${counted(days, 'Tag', 'Tage')} im Voraus`,
  partOver: 'ist vorbei oder fast vorbei',
  windowLength: 'muss 30 Minuten bis 12 Stunden nach dem Beginn liegen',
  noSuchHour: 'gibt es an diesem Tag nicht, weil die Uhr vorgestellt wird',
  farFromPickup: (km) => `darf höchstens ${km} km von der Abholung entfernt sein`,
  windowOver: 'muss mindestens eine Stunde in der Zukunft liegen',
  proofPhoto: 'ist für diesen Auftrag nötig',
  deliveryCodeMissing: 'ist nötig, oder ein Foto ohne Code',
  deliveryCodeWrong: 'ist nicht der Code dieses Kunden',
  photoInsteadOfCode: 'ist statt des Codes nötig',
  plate:
    'muss ein Kennzeichen sein: Buchstaben und Ziffern, zusammen mindestens zwei, dazwischen einzelne Leerzeichen oder Bindestriche',
  notGiven: 'fehlt in Ihrem Profil',
  quickDelivery: 'ist bei einer so schnellen Lieferung nötig',
}

const kinds: Record<InvoiceKind, string> = {
  receipt: 'Beleg',
  top_up: 'Beleg über Guthaben',
  // Not „Gutschrift“: section 14 UStG keeps this word for self-billed invoices.
  credit_note: 'Rechnungskorrektur',
  debit_note: 'Belastungsanzeige',
  statement: 'Monatsabrechnung',
  self_billing: 'Gutschrift',
}

const items: Record<InvoiceItem, string> = {
  delivery: 'Lieferung',
  fee: 'Servicegebühr',
  cancellation_fee: 'Stornogebühr',
  tip: 'Trinkgeld',
  top_up: 'Guthaben',
  refund: 'Erstattung',
  correction: 'Korrektur',
}

const events: Record<InvoiceEventKind, string> = {
  hold: 'Reserviert',
  charge: 'Abgebucht',
  release: 'Aus der Reservierung freigegeben',
  refund: 'Erstattet',
  returned: 'Erstattung von der Bank zurückgegeben',
}

/** Lines of a carrier's month. */
const earned: Record<InvoiceItem, string> = {
  ...items,
  delivery: 'Lieferungen',
  cancellation_fee: 'Entschädigung für Stornierungen',
  tip: 'Trinkgelder',
  refund: 'Ihr Teil von Erstattungen',
  correction: 'Korrekturen',
}

const movements: Record<StatementLineKind, string> = {
  delivery: 'Lieferung',
  cancellation: 'Entschädigung',
  tip: 'Trinkgeld',
  refund: 'Ihr Teil einer Erstattung',
  payout: 'Auszahlung',
  correction: 'Korrektur',
}

const missing: Record<StatementGap, string> = {
  tax_data:
    'Ihre Steuerdaten fehlen. Ergänzen Sie sie in Ihrem Konto: In der nächsten Abrechnung stehen sie dann.',
  agreement:
    'Das ist keine Rechnung, weil Sie uns nicht erlaubt haben, Ihre Rechnungen auszustellen. Das können Sie in Ihrem Konto tun.',
}

const simplified: Record<SimplifiedKind, string> = {
  receipt: 'Vereinfachte Rechnung',
  credit_note: kinds.credit_note,
  debit_note: kinds.debit_note,
}

const invoices: PersonTexts['invoices'] = {
  kinds,
  simplified,
  items,
  events,
  euros,
  instant: dates.instant,
  shortInstant: dates.shortInstant,
  test: 'Das ist ein Test: Es ist kein echtes Geld geflossen.',
  issued: (instant) => `Ausgestellt am ${instant}`,
  corrects: (number) => `Zu Beleg ${number}`,
  seller: 'Verkäufer',
  /** A number of an EU country's VAT system begins with letters of the country. */
  taxNumber: (number) => `${/^[A-Z]{2}/.test(number) ? 'USt-IdNr.' : 'Steuernummer'} ${number}`,
  customer: 'Kunde',
  job: (from, to, reference) => `${from} nach ${to}, Referenz ${reference}`,
  net: 'Netto',
  vat: 'USt.',
  vatAt: (percent) => `USt. ${percent} %`,
  gross: 'Betrag',
  total: 'Gesamt',
  byCarrier: (item) => `${item} (verkauft vom Transporteur)`,
  carriersTax:
    'Was der Transporteur verkauft, versteuert der Transporteur selbst und nennt Ihnen seine Steuer.',
  payment: 'Zahlung',
  decimalSeparator: ',',
  unknown: 'Diesen Beleg gibt es nicht.',
  statement: {
    earned,
    movements,
    missing,
    month: dates.month,
    carrier: 'Transporteur',
    issuer: 'Ausgestellt von',
    supplier: 'Leistungserbringer',
    writer: 'Leistungsempfänger',
    selfBilling: 'Gutschrift: Der Leistungsempfänger stellt diese Rechnung für den Leistungserbringer aus.',
    correction: 'Korrektur: Die Erstattungen dieses Monats verringern, was in früheren Gutschriften steht.',
    opening: 'Ihr Anspruch vorher',
    closing: 'Ihr Anspruch nachher',
    account: 'Buchungen',
    job: (from, to, reference) => `${from} nach ${to}, ${reference}`,
  },
}

const jobs: PersonTexts['jobs'] = {
  callDirect: 'Rufen Sie einander direkt an: Die Nummer steht auf der Seite des Auftrags.',
  callOver: 'Die Zeit, in der Sie einander anrufen können, ist vorbei.',
  callFailed:
    'Wir können gerade keinen Anruf verbinden. Versuchen Sie es in einer Minute noch einmal oder schreiben Sie eine Nachricht.',
  unknown: 'Diesen Auftrag gibt es nicht; er ist vielleicht abgelaufen.',
  is: {
    draft: 'Dieser Auftrag ist noch nicht veröffentlicht.',
    posted: 'Dieser Auftrag ist veröffentlicht, und noch hat ihn kein Transporteur angenommen.',
    accepted: 'Ein Transporteur hat diesen Auftrag angenommen und ist auf dem Weg.',
    collected: 'Der Transporteur hat diesen Auftrag schon abgeholt.',
    delivered: 'Dieser Auftrag ist geliefert; die Zahlung wird gerade abgeschlossen.',
    completed: 'Dieser Auftrag ist abgeschlossen.',
  },
  cancelledBy: {
    customer: 'Der Kunde hat diesen Auftrag storniert.',
    carrier: 'Der Transporteur hat diesen Auftrag zurückgegeben.',
    staff: 'Unser Team hat diesen Auftrag storniert.',
    system: 'Dieser Auftrag wurde storniert, weil seine Zahlung nicht reserviert werden konnte.',
  },
  taken: 'Ein anderer Transporteur war schneller; dieser Auftrag ist vergeben.',
  tooManyOpen: (count) =>
    `Sie haben noch ${counted(count, 'Auftrag', 'Aufträge')} zu liefern, mehr geht nicht gleichzeitig. Schließen Sie zuerst einen ab, dann können Sie diesen annehmen.`,
  cancelCostChanged:
    'Die Stornogebühr hat sich gerade geändert. Bitte prüfen Sie sie noch einmal, bevor Sie stornieren.',
  suspendedCannotDrop:
    'Ihr Konto ist gesperrt, deshalb können Sie Aufträge nicht selbst zurückgeben. Wenn Sie diesen nicht ausführen können, schreiben Sie bitte dem Support.',
  tooQuick:
    'Das ging schneller als auf dieser Strecke üblich. Fügen Sie ein Foto der Lieferung hinzu und sagen Sie uns, warum, dann halten wir sie fest.',
  nothingToConfirm: 'Diese Lieferung muss nicht bestätigt werden.',
  ratedAlready: 'Sie haben diesen Auftrag schon bewertet.',
  problemTooLate:
    'Die Lieferung ist mehr als zwei Tage her, deshalb können Sie hier kein Problem mehr melden. Bitte schreiben Sie dem Support.',
  arrivedLate:
    'Der Auftrag war beendet oder an einen anderen Transporteur vergeben, bevor dies ankam. Unser Team ist informiert und meldet sich bei Ihnen. Wenn Sie die Ware haben, bewahren Sie sie gut auf und schreiben Sie uns.',
  problemTooOften: 'Sie haben zu diesem Auftrag schon drei Meldungen gesendet. Unser Team sieht sie sich an.',
  problemIdTaken: 'Diese Meldung wurde schon für etwas anderes verwendet. Bitte schreiben Sie sie neu.',
  noProblemLeft: 'Zu diesem Auftrag ist keine Meldung mehr zu entscheiden.',
  onlyInDoubt:
    'Es ist keine Meldung mehr zu entscheiden. Nur die Lieferung ist zweifelhaft: Bestätigen Sie die Lieferung, um das zu beenden.',
  tripEvidence: 'In dieser Meldung fehlt etwas. Bitte ergänzen Sie es und senden Sie sie noch einmal.',
  waitLonger: (minutes) =>
    `Bitte warten Sie ${counted(minutes, 'Minute', 'Minuten')} an der Tür und rufen Sie an, bevor Sie melden, dass der Kunde nicht da ist.`,
  tripReported:
    'Sie haben das schon gemeldet, oder unser Team hat entschieden. Wenn Sie Hilfe brauchen, schreiben Sie dem Support.',
  answeredAlready: 'Sie haben schon geantwortet, oder unser Team hat entschieden.',
  tripEnded:
    'Der Transporteur hat gemeldet, dass nicht abgeholt werden konnte. Damit ist der Auftrag beendet.',
  tripWithdrawn: 'Diese Meldung des Transporteurs gilt nicht mehr und braucht keine Antwort.',
  tripWaits: (by, timeZone) =>
    `Der Transporteur hat gemeldet, dass nicht abgeholt werden konnte, und Sie haben widersprochen. Unser Team entscheidet bis ${dates.dayTime(by, timeZone)}.`,
  tripFar:
    'Sie sind zu weit von der Abholung entfernt, um das zu melden. Melden Sie es dort, oder geben Sie den Auftrag zurück.',
  answerTripFirst:
    'Ihr Transporteur hat gemeldet, dass nicht abgeholt werden konnte. Bitte antworten Sie zuerst darauf; Sie sehen es in Ihrem Auftrag.',
  timeImpossible: 'Diese Zeit ist nicht möglich. Bitte wählen Sie eine andere.',
  timeChanged:
    'Die andere Seite hat inzwischen etwas vorgeschlagen oder zugestimmt. Bitte sehen Sie noch einmal nach.',
  timeIdTaken:
    'Dieser Vorschlag wurde schon für etwas anderes verwendet. Bitte schlagen Sie die Zeit noch einmal vor.',
  timeOver: 'Diese Zeit ist vorbei oder fast vorbei. Bitte schlagen Sie eine andere vor.',
  noProposalLeft:
    'Sie haben schon dreimal vorgeschlagen. Bitte stimmen Sie einem Vorschlag zu, warten Sie auf einen oder rufen Sie an.',
  impossiblePosition: 'Diese Position kann nicht stimmen.',
  windowNotBegun:
    'Die vereinbarte Zeit hat noch nicht begonnen. Sie können auch eine andere vorschlagen oder anrufen.',
  talkEnded: 'Diese Unterhaltung ist beendet, deshalb können Sie nicht mehr darin schreiben.',
  threadClosed:
    'Diese Unterhaltung mit unserem Team ist beendet. Wenn Sie Hilfe brauchen, schreiben Sie dem Support.',
  unknownMessage: 'Diese Nachricht gehört nicht zu dieser Unterhaltung.',
  ownMessage: 'Sie können nur melden, was die andere Person geschrieben hat.',
  messageReports: {
    rude: 'Ich melde eine Nachricht: Sie ist beleidigend oder bedrohlich.',
    outside_payment: 'Ich melde eine Nachricht: Sie verlangt eine Zahlung außerhalb der App.',
    other: 'Ich melde eine Nachricht: Damit stimmt etwas anderes nicht.',
  },
  messageIdTaken: 'Diese Nachricht wurde schon für etwas anderes verwendet. Bitte schreiben Sie sie neu.',
  tooManyMessages: 'Sie haben in kurzer Zeit viele Nachrichten gesendet. Bitte warten Sie ein wenig.',
  tooManyInJob:
    'Dieser Auftrag hat sehr viele Nachrichten. Bitte rufen Sie an oder schreiben Sie dem Support.',
  noTripReport: 'Der Transporteur hat keine Meldung, über die sich so entscheiden lässt.',
  reportsChanged:
    'Die Meldungen zu diesem Auftrag haben sich inzwischen geändert. Sieh sie dir noch einmal an und entscheide dann.',
  pins: {
    partners:
      'Das Unternehmen, das diesen Auftrag geschickt hat, hat die Adressen festgelegt. Schreiben Sie in die Hinweise, wie man die Tür findet.',
    changed: 'Die Orte haben sich gerade geändert. Sehen Sie sie sich noch einmal an.',
    tooFar: (km) =>
      `Das ist zu weit von der Adresse entfernt: höchstens ${String(km).replace('.', ',')} km. Für einen anderen Ort legen Sie den Auftrag mit dessen Adresse an.`,
  },
  idTaken: 'Mit dieser Kennung wurde schon ein anderer Auftrag angelegt. Bitte fangen Sie noch einmal an.',
  tooManyDrafts:
    'Sie haben viele unbezahlte Aufträge. Bezahlen Sie einen davon oder machen Sie weiter, wenn sie abgelaufen sind.',
  goesOn:
    'Wir bieten diesen Auftrag schon anderen Transporteuren an, mit derselben Zahlung. Sie finden ihn bei Ihren Aufträgen.',
  dataDeleted:
    'Die Angaben zu diesem Auftrag wurden gelöscht, weil er vor langer Zeit beendet wurde. Bitte legen Sie einen neuen an.',
  proofMissing: 'Hier ist ein Foto nötig. Machen Sie eines und senden Sie es noch einmal.',
  deliveryCodeMissing:
    'Der Kunde hat einen Code für diese Lieferung. Geben Sie ihn ein oder machen Sie ein Foto und senden Sie es ohne Code.',
  deliveryCodeWrong: (left) =>
    `Das ist nicht der Code dieses Kunden. Sie haben noch ${counted(left, 'Versuch', 'Versuche')} oder senden ein Foto ohne Code.`,
  noCodeTriesLeft:
    'Das war zu oft falsch. Machen Sie ein Foto und senden Sie es ohne Code, oder rufen Sie den Kunden an.',
  photoUnusable: 'Eines der Fotos kann nicht verwendet werden. Bitte fügen Sie es noch einmal hinzu.',
  photoTooSlow:
    'Das Foto ist nicht angekommen: Die Verbindung ist gerade zu langsam. Bitte versuchen Sie es noch einmal.',
  photoTooLarge: 'Dieses Foto ist zu groß. Nehmen Sie eines mit höchstens 8 MB.',
  notAPhoto: 'Das ist kein Foto. Verwenden Sie JPEG, PNG, WebP, AVIF oder GIF.',
  otherFormat: (found) =>
    `Eine Datei im Format ${found} geht nicht als Foto. Verwenden Sie JPEG, PNG, WebP, AVIF oder GIF.`,
  noPicture: 'Diese Datei geht nicht als Foto. Verwenden Sie JPEG, PNG, WebP, AVIF oder GIF.',
  tooManyUploads: 'Es werden zu viele Fotos gleichzeitig hochgeladen. Bitte senden Sie sie nacheinander.',
  tooManyPhotos:
    'Sie haben viele Fotos hochgeladen, die kein Auftrag verwendet. Bitte machen Sie morgen weiter.',
}

const invoice: Record<InvoiceKind, (cents: number) => string> = {
  receipt: (cents) => `Wir haben ${euros(cents)} abgebucht. Der Beleg liegt als PDF bei.`,
  top_up: (cents) => `Sie haben Ihr Guthaben um ${euros(cents)} aufgeladen. Der Beleg liegt als PDF bei.`,
  credit_note: (cents) => `Sie bekommen ${euros(cents)} zurück. Die Rechnungskorrektur liegt als PDF bei.`,
  debit_note: (cents) =>
    `Ihre Bank hat eine Erstattung von ${euros(cents)} zurückgegeben. Die Belastungsanzeige liegt als PDF bei.`,
  statement: (cents) => `Ihre Monatsabrechnung liegt als PDF bei. Sie beträgt ${euros(cents)}.`,
  self_billing: (cents) => `Ihre Gutschrift für den Monat liegt als PDF bei. Sie beträgt ${euros(cents)}.`,
}

const simplifiedMails: Record<SimplifiedKind, (cents: number) => string> = {
  receipt: (cents) => `Wir haben ${euros(cents)} abgebucht. Die vereinfachte Rechnung liegt als PDF bei.`,
  credit_note: invoice.credit_note,
  debit_note: invoice.debit_note,
}

const mails: PersonTexts['mails'] = {
  confirmation: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    body: (service) =>
      `Geben Sie diesen Code in Ihrem Konto bei ${service} ein, um Belege und Infos an diese Adresse zu bekommen. Er gilt eine Stunde.`,
    reason:
      'Jemand hat diese Adresse in einem Konto eingegeben. Wenn Sie das nicht waren, tun Sie nichts: Sie bekommen keine weiteren E-Mails.',
  },
  invoice,
  simplified: simplifiedMails,
  trial: {
    subject: (service) => `Test-E-Mail von ${service}`,
    body: 'Diese Installation kann E-Mails an diese Adresse senden.',
    reason: 'Sie bekommen diese E-Mail, weil der Betreiber einen Test an diese Adresse gesendet hat.',
  },
  test: 'Es ist kein echtes Geld geflossen.',
  openJob: 'Auftrag öffnen',
  openApp: 'App öffnen',
  reason: (service) => `Sie bekommen diese E-Mail, weil das die Adresse Ihres Kontos bei ${service} ist.`,
  off: 'Keine E-Mails mehr, die nicht Geld betreffen',
  offPage: {
    title: 'E-Mails',
    lead: 'Sie bekommen dann keine E-Mails mehr, die nicht Geld betreffen. Belege, Erstattungen und Probleme mit einer Zahlung kommen weiterhin per E-Mail.',
    act: 'Ausschalten',
    doneTitle: 'Ausgeschaltet',
    done: 'Sie bekommen keine E-Mails mehr, die nicht Geld betreffen. In Ihrem Konto können Sie das wieder ändern.',
    account: 'Mein Konto',
  },
}

/** Only where the operator has switched codes on. */
const codeOf = (code: string | null): string => (code ? ` Code für die Lieferung: ${code}.` : '')

const notices: PersonTexts['notices'] = {
  job_posted: ({ what }) => ({
    title: 'Ihr Auftrag ist veröffentlicht',
    body: `${what}. Transporteure in der Nähe sehen ihn jetzt.`,
  }),
  job_accepted: ({ what, who, code }) => ({
    title: 'Ein Transporteur hat angenommen',
    body: `${who || 'Ihr Transporteur'} kümmert sich darum: ${what}.${codeOf(code)}`,
  }),
  collection_due: ({ what, hoursLeft }) => ({
    title: `Noch ${counted(hoursLeft, 'Stunde', 'Stunden')} zum Abholen`,
    body: `${what}. Danach kann der Kunde kostenlos stornieren, und es zählt als Verwarnung.`,
  }),
  collection_overdue: ({ what }) => ({
    title: 'Ihr Transporteur ist spät dran',
    body: `${what}: nicht rechtzeitig abgeholt. Stornieren Sie kostenlos oder rufen Sie an.`,
  }),
  time_proposed: ({ what, window }) => ({
    title: window ? `Zeit vorgeschlagen: ${windowText(window)}` : 'Eine Zeit ist vorgeschlagen',
    body: `${what}. Öffnen, um zuzustimmen oder eine andere vorzuschlagen.`,
  }),
  time_agreed: ({ what, window }) => ({
    title: window ? `Vereinbart: ${windowText(window)}` : 'Sie haben eine Zeit vereinbart',
    body: `Abholung: ${what}.`,
  }),
  time_moved: ({ what, window }) => ({
    title: window ? `Neue Zeit: ${windowText(window)}` : 'Die Zeit hat sich geändert',
    body: `Gemeinsam verschoben: ${what}.`,
  }),
  time_in_a_day: ({ what, window }) => ({
    title: window ? `Abholung ${windowText(window)}` : 'Abholung in einem Tag',
    body: `${what}. Passt es nicht mehr? Schlagen Sie rechtzeitig etwas anderes vor.`,
  }),
  time_in_an_hour: ({ what, window }) => ({
    title: window ? `In einer Stunde: ${windowText(window)}` : 'Abholung in einer Stunde',
    body: `${what}. Bitte seien Sie da und telefonisch erreichbar.`,
  }),
  message_received: ({ what }) => ({
    title: 'Neue Nachricht',
    body: `${what}. Zum Lesen und Antworten öffnen.`,
  }),
  messages_unread: ({ what }) => ({
    title: 'Sie haben ungelesene Nachrichten',
    body: `${what}. Zum Lesen und Antworten öffnen.`,
  }),
  staff_answered: ({ what }) => ({
    title: 'Unser Team hat geantwortet',
    body: `${what}. Zum Lesen öffnen.`,
  }),
  job_collected: ({ what, code }) => ({
    title: 'Abgeholt',
    body: `Unterwegs: ${what}.${codeOf(code)}`,
  }),
  carrier_arriving: ({ what, who }) => ({
    title: `${who || 'Ihr Transporteur'} ist in etwa 10 Minuten da`,
    body: `${what}. Bitte seien Sie da, um es anzunehmen.`,
  }),
  job_moved_away: ({ what, route }) => ({
    title: 'Jemand anders übernimmt diesen Auftrag',
    body: `Unser Team hat ihn neu vergeben: ${what}, ${route}. Das zählt nicht gegen Sie.`,
  }),
  job_moved_to_you: ({ what, route }) => ({
    title: 'Sie haben einen neuen Auftrag',
    body: `Von unserem Team: ${what}, ${route}. Die Adressen stehen im Auftrag.`,
  }),
  carrier_changed: ({ what, who, code }) => ({
    title: 'Ein anderer Transporteur übernimmt',
    body: `${who || 'Ein anderer Transporteur'} kümmert sich jetzt darum: ${what}.${codeOf(code)}`,
  }),
  job_completed: ({ what }) => ({
    title: 'Geliefert und bezahlt',
    body: `${what}. Alles erledigt; jetzt können Sie bewerten.`,
  }),
  job_charged: ({ what, chargedCents }) => ({
    title: `Geliefert, ${euros(chargedCents)} abgebucht`,
    body: `${what}. Stimmt etwas nicht? Melden Sie es binnen zwei Tagen.`,
  }),
  job_cancelled_uncollected: ({ what }) => ({
    title: 'Der Kunde hat storniert',
    body: `${what}: nicht abgeholt, zählt als Verwarnung. Stimmt das nicht? Schreiben Sie uns.`,
  }),
  job_cancelled_by_customer: ({ what, route }) => ({
    title: 'Der Kunde hat storniert',
    body: `${what}, ${route}.`,
  }),
  job_cancelled_by_carrier: ({ what }) => ({
    title: 'Der Transporteur musste absagen',
    body: `${what}. Sie bekommen alles zurück und können ihn mit einem Fingertipp neu anlegen.`,
  }),
  job_offered_again: ({ what }) => ({
    title: 'Ihr Transporteur kann nicht',
    body: `${what}. Wir bieten es anderen an; Sie müssen nichts tun. Stornieren ist kostenlos.`,
  }),
  job_cancelled_by_staff: ({ what }) => ({
    title: 'Der Auftrag wurde storniert',
    body: `Unser Team hat ihn storniert: ${what}.`,
  }),
  job_cancelled_by_system: ({ what }) => ({
    title: 'Der Auftrag wurde storniert',
    body: `${what}. Den Grund sehen Sie im Auftrag.`,
  }),
  hold_not_renewed: ({ what }) => ({
    title: 'Bitte prüfen Sie Ihre Zahlung',
    body: `${what}: Der Betrag ließ sich nicht erneut reservieren. Zahlen Sie binnen 24 Stunden neu, sonst wird storniert.`,
  }),
  payment_wanted: ({ what }) => ({
    title: 'Ihr Auftrag wartet auf Ihre Zahlung',
    body: `${what}. Zahlen Sie, damit Transporteure ihn sehen.`,
  }),
  address_wanted: ({ what }) => ({
    title: 'Wir brauchen eine genauere Adresse',
    body: `${what}. Bitte Straße, Hausnummer und Ort in die Hinweise zum Auftrag schreiben.`,
  }),
  delivery_to_confirm: ({ what }) => ({
    title: 'Ist es angekommen?',
    body: `${what}. Laut Transporteur geliefert, früher als üblich. Bitte bestätigen Sie es oder melden Sie, was nicht stimmt.`,
  }),
  problem_reported: ({ what }) => ({
    title: 'Der Kunde hat ein Problem gemeldet',
    body: `${what}. Unser Team sieht es sich an. Wenn Sie noch nicht bezahlt sind, wartet Ihre Zahlung so lange.`,
  }),
  problem_resolved: ({ what }) => ({
    title: 'Unser Team hat das Problem geprüft',
    body: `${what}. Wie es weitergeht, steht im Auftrag.`,
  }),
  trip_reported: ({ what, who }) => ({
    title: `${who || 'Ihr Transporteur'} konnte es nicht abholen`,
    body: `${what}. Antworten Sie binnen 24 Stunden. Sonst endet der Auftrag und kann kosten, was Sie vor dem Zahlen gesehen haben.`,
  }),
  trip_answered: ({ what }) => ({
    title: 'Der Kunde widerspricht Ihrer Meldung',
    body: `${what}. Unser Team entscheidet binnen drei Tagen. Sie können es noch abholen.`,
  }),
  trip_ended: ({ what }) => ({
    title: 'Der Auftrag ist ohne Fahrt beendet',
    body: `${what}: nicht abgeholt. Was gezahlt wird, steht im Auftrag.`,
  }),
  payment_refused: ({ what }) => ({
    title: 'Ihre Zahlung wurde abgelehnt',
    body: `${what}. Bitte wählen Sie eine andere Zahlungsart.`,
  }),
  cost_shared: ({ what, movedCents }) => ({
    title: movedCents ? `${euros(movedCents)} weniger für Sie` : 'Sie tragen einen Teil einer Erstattung',
    body: `${what}. Der Kunde bekam eine Erstattung, und Sie tragen diesen Teil. Er geht von Ihrer nächsten Auszahlung ab.`,
  }),
  tip_received: ({ what, movedCents }) => ({
    title: movedCents ? `Trinkgeld für Sie: ${euros(movedCents)}` : 'Trinkgeld für Sie',
    body: `${what}. Es gehört ganz Ihnen.`,
  }),
  job_refunded: ({ what, movedCents }) => ({
    title: movedCents ? `Sie bekommen ${euros(movedCents)} zurück` : 'Sie bekommen eine Erstattung',
    body: `${what}. Betrag und Datum stehen im Auftrag.`,
  }),
  job_nearby: ({ what, route, from, earnsCents }) => ({
    title: `Neuer Auftrag${from && ` in ${from}`}: ${euros(earnsCents)}`,
    body: `${what}. ${route}`,
  }),
  carrier_approved: () => ({
    title: 'Sie sind freigeschaltet',
    body: 'Aufträge in der Nähe warten auf Sie.',
  }),
  carrier_rejected: () => ({
    title: 'Noch nicht freigeschaltet',
    body: 'In Ihrem Profil sehen Sie, warum und was Sie ändern können.',
  }),
  carrier_suspended: () => ({
    title: 'Ihr Konto als Transporteur ist gesperrt',
    body: 'Den Grund sehen Sie in Ihrem Profil. Angenommene Aufträge behalten Sie.',
  }),
  document_accepted: () => ({
    title: 'Ihr Dokument ist angenommen',
    body: 'In Ihrem Profil sehen Sie, bis wann es gilt.',
  }),
  document_refused: () => ({
    title: 'Ihr Dokument ist nicht angenommen',
    body: 'In Ihrem Profil sehen Sie, warum. Laden Sie dort ein anderes hoch.',
  }),
  photo_removed: () => ({
    title: 'Wir haben eines Ihrer Fotos entfernt',
    body: 'In Ihrem Profil sehen Sie, warum. Machen Sie dort ein neues.',
  }),
  document_expires: () => ({
    title: 'Eines Ihrer Dokumente läuft bald ab',
    body: 'Laden Sie das neue rechtzeitig in Ihrem Profil hoch.',
  }),
}

const pages: PersonTexts['pages'] = {
  language: 'Sprache',
  languageName: 'Deutsch',
  skip: 'Zum Inhalt',
  draft: {
    title: 'Ihr Auftrag ist fast fertig',
    lead: 'Öffnen Sie ihn in der App, um die Details und den Preis zu sehen und zu bestätigen.',
    open: 'In der App öffnen',
    notOpened: 'Nichts passiert? Vielleicht ist die App nicht auf diesem Handy.',
    onComputer: 'Am Computer? Öffnen Sie den Link aus der SMS auf Ihrem Handy.',
    onlyYou:
      'Nur Sie können ihn sehen: Sie melden sich mit einem Code an, den wir an die Nummer schicken, die die SMS bekommen hat.',
    next: 'So geht es weiter',
    steps: [
      { name: 'Prüfen', what: 'Prüfen Sie die Adressen, die Größe, die Fotos und den Gesamtpreis.' },
      {
        name: 'Zahlen',
        what: 'Der Betrag wird nur reserviert. Abgebucht wird, wenn der Transporteur geliefert hat.',
      },
      {
        name: 'Veröffentlichen',
        what: 'Transporteure in der Nähe sehen Ihren Auftrag und einer nimmt ihn an.',
      },
    ],
    waits: (life) =>
      `Der Entwurf läuft nach ${durationText(life)} ab, gerechnet ab der SMS. Dann wird er gelöscht und Sie zahlen nichts; bitten Sie das Unternehmen, das den Link geschickt hat, um einen neuen.`,
    noApp: 'Noch keine App?',
    getApp: 'Installieren Sie sie und tippen Sie dann noch einmal auf den Link in der SMS.',
    browse: 'Oder im Browser weitermachen',
    appStore: 'Für iPhone laden',
    playStore: 'Für Android laden',
    noScript:
      'In diesem Browser sind Skripte ausgeschaltet, deshalb kann die Taste die App nicht öffnen. Wenn die App installiert ist, öffnet der Link in der SMS sie direkt.',
    neverShare:
      'Geben Sie Ihren Code nie weiter. Niemand wird Sie anrufen oder anschreiben, um danach zu fragen.',
  },
  home: {
    title: 'Lieferungen und Umzüge mit Transporteuren aus Ihrer Nähe',
    lead: 'Sie sehen den Preis, bevor Sie sich entscheiden, und zahlen nach der Lieferung. Spätes Stornieren kann eine Gebühr kosten.',
    price: {
      act: 'Preis ansehen',
      note: 'Eine Größe und zwei Adressen reichen. Sie brauchen kein Konto.',
    },
    how: {
      title: 'So funktioniert es',
      steps: [
        {
          name: 'Sie sehen den Preis',
          what: 'Er hängt von der Größe, der Entfernung und den Stockwerken ohne Aufzug ab. Danach kommt nichts mehr dazu.',
        },
        {
          name: 'Der Betrag wird reserviert, nicht abgebucht',
          what: 'Sie bestätigen mit einem Code, den wir per SMS schicken, und veröffentlichen den Auftrag. Transporteure in der Nähe sehen ihn.',
        },
        {
          name: 'Ein Transporteur kommt',
          what: 'Sie vereinbaren eine Zeit, sehen den Namen und das Fahrzeug und können Kontakt aufnehmen.',
        },
        {
          name: 'Sie zahlen nach der Lieferung',
          what: 'Dann wird der Betrag abgebucht, und Sie bekommen einen Beleg.',
        },
      ],
    },
    wrong: {
      title: 'Wenn etwas schiefgeht',
      points: [
        'Bis ein Transporteur annimmt und noch fünf Minuten danach kostet Stornieren nichts. Später gibt es eine Gebühr, die Sie vor dem Zahlen sehen und noch einmal vor dem Stornieren.',
        'Wenn der Transporteur nicht rechtzeitig kommt, stornieren Sie kostenlos.',
        'Wenn ein Transporteur den Auftrag zurückgibt, geht er an den nächsten, ohne dass Sie noch einmal zahlen.',
        'Wenn etwas beschädigt ist oder fehlt, melden Sie es in der App mit Fotos. Unser Team kümmert sich darum.',
      ],
    },
    who: {
      title: 'Wer diesen Dienst betreibt',
      ask: 'So erreichen Sie uns:',
      askHelp: 'Eine Frage?',
      help: 'Hilfe',
    },
    customers: {
      name: 'Sie haben eine SMS mit einem Link bekommen?',
      what: 'Tippen Sie auf den Link in der SMS oder melden Sie sich hier mit derselben Nummer an. Sie können auch selbst einen Auftrag anlegen.',
    },
    carriers: {
      name: 'Sie haben einen Transporter oder ein Auto?',
      what: 'Liefern Sie mit uns: Finden Sie Aufträge in Ihrer Nähe und bekommen Sie Ihr Geld nach jeder Lieferung.',
    },
    help: { name: 'Eine Frage?', what: 'Antworten, und wie Sie uns erreichen.' },
    developers: 'Für Entwickler:',
    guide: 'Leitfaden für Partner (auf Englisch)',
    reference: 'API-Referenz (auf Englisch)',
    health: 'Status',
  },
  notFound: {
    title: 'Hier ist nichts',
    lead: 'Die Adresse ist vielleicht falsch geschrieben oder unvollständig. Wenn sie aus einer SMS ist, tippen Sie dort noch einmal auf den Link.',
    home: 'Zur Startseite',
  },
  app: {
    customer: 'Dray',
    carrier: 'Dray Carrier',
    description: 'Lieferungen und Umzüge: Preis sehen, zahlen, wenn es angekommen ist.',
    noScript:
      'Diese Seite braucht Skripte, und die sind in diesem Browser ausgeschaltet. Schalten Sie sie ein und laden Sie die Seite neu.',
  },
  admin: { title: 'Dray-Verwaltung' },
  partner: { title: 'Dray für Partner' },
}

const payments: PersonTexts['payments'] = {
  nothingToPay: 'Für diesen Auftrag ist jetzt nichts zu zahlen.',
  priceChanged:
    'Der Preis hat sich geändert, seit Sie ihn gesehen haben. Sehen Sie ihn sich vor dem Zahlen noch einmal an.',
  pending:
    'Eine andere Zahlung für diesen Auftrag läuft gerade. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  stillProcessing: 'Die Zahlung wird noch bearbeitet. Bitte versuchen Sie es gleich noch einmal.',
  noCard: 'Wählen Sie eine Karte oder speichern Sie zuerst eine.',
  noWalletForTests: 'Ein Testauftrag wird mit einer Testkarte bezahlt, nicht mit Guthaben.',
  walletTooLow: 'Ihr Guthaben reicht nicht. Laden Sie es auf oder zahlen Sie mit Karte.',
  idTaken: 'Diese Zahlung wurde schon für etwas anderes verwendet. Bitte versuchen Sie es noch einmal.',
  captureRunning: 'Der Betrag wird schon abgebucht, deshalb kann dieser Auftrag nicht mehr storniert werden.',
  cardInUse: 'Eine Zahlung braucht diese Karte noch. Sie können sie entfernen, wenn der Auftrag fertig ist.',
  tooManySetups: (wait) =>
    `Sie haben in den letzten 24 Stunden versucht, viele Karten hinzuzufügen. Zum Schutz von Karten warten Sie bitte: Die nächste können Sie in ${durationText(wait)} hinzufügen. Eine gespeicherte Karte funktioniert weiterhin.`,
  tooManyRefusals: (wait) =>
    `Viele Kartenzahlungen kamen in den letzten 24 Stunden nicht zustande. Zum Schutz von Karten warten Sie bitte: Sie können es in ${durationText(wait)} noch einmal versuchen.`,
  noTip:
    'Trinkgeld ist eine Woche lang nach der Lieferung möglich, solange der Transporteur bezahlt werden kann.',
  tipTooMuch: 'Das ist mehr, als für diesen Auftrag noch gegeben werden kann.',
  partAboveRefund: 'Der Transporteur kann nicht mehr als die ganze Erstattung tragen.',
  partAboveShare:
    'Der Transporteur kann nicht mehr tragen, als er aus dieser Zahlung bekommen hat, oder hat kein Konto mehr.',
  nothingOwed: 'Für diesen Auftrag ist nichts offen.',
  blocked:
    'Das Geld dieses Auftrags ist durch eine frühe Lieferung, ein gemeldetes Problem oder eine Reklamation blockiert. Entscheiden Sie zuerst darüber.',
  inProgress: 'Eine Zahlung für diesen Auftrag läuft gerade.',
  nothingTaken:
    'Für diesen Auftrag wurde nichts abgebucht. Wenn dafür Geld reserviert ist, gibt das Stornieren es frei.',
  tooMuch: 'Das ist mehr, als abgebucht und noch nicht erstattet wurde.',
  noDispute: 'Diese Reklamation gibt es nicht.',
  noEffect: 'Diesen Aufruf beim Zahlungsdienst gibt es nicht.',
  nothingToRetry:
    'Dieser Aufruf wartet nicht auf einen neuen Versuch: Er ist erledigt oder wartet auf ein Auszahlungskonto oder eine Entscheidung.',
  maySucceed:
    'Dieser Aufruf ist erledigt oder kann noch gelingen. Hier abschließen lässt er sich, wenn der Zahlungsdienst ihn endgültig abgelehnt hat.',
  otherAmount:
    'Jetzt ist ein anderer Betrag fällig als der, der gezahlt wurde: Sehen Sie sich den Aufruf noch einmal an. Eine Erstattung kann eine Auszahlung verringert haben.',
  referenceTaken:
    'Diese Kennung des Zahlungsdienstes gehört zu einer anderen Zahlung oder einem anderen Betrag.',
  bookInstead:
    'Vergleichen Sie die Zahlung stattdessen mit dem Zahlungsdienst: Was dort abgebucht wurde, wird dann verbucht.',
  differenceGone: 'Die Bücher stimmen hier inzwischen überein.',
  differenceChanged: 'Diese Differenz hat sich geändert. Sehen Sie sie sich noch einmal an.',
  differenceStays: 'Diese Differenz kann nicht verbucht werden: Die Prüfung würde weiterhin nicht aufgehen.',
  noPayment: 'Diese Zahlung gibt es nicht.',
  notAtProcessor: 'Der Zahlungsdienst kennt diese Zahlung nicht, deshalb gibt es nichts zu vergleichen.',
}

const photos: PersonTexts['photos'] = {
  unreachable:
    'konnte nicht heruntergeladen werden: Die URL muss öffentlich sein und das Bild selbst liefern',
  tooLarge: 'ist größer als 2 MB',
  noImage: 'ist kein Bild; senden Sie JPEG, PNG, WebP, AVIF oder GIF',
  format: (found) => `ist ${found}; senden Sie JPEG, PNG, WebP, AVIF oder GIF`,
  pixels: (found) =>
    `ist ${found}, hat aber zu viele Pixel; höchstens 12.000 pro Seite und 50 Megapixel insgesamt, 16 bei AVIF`,
  damaged: (found) => `ist ${found}, aber beschädigt oder unvollständig`,
}

const requests: PersonTexts['requests'] = {
  notFound: 'Unter diesem Pfad gibt es nichts.',
  methods: (methods) => `Dieser Pfad antwortet nur auf ${methods.join(', ')}.`,
  malformed: 'Die Anfrage ist fehlerhaft aufgebaut.',
  headersTooLarge: 'Die Header der Anfrage sind zu groß.',
  late: 'Die Anfrage kam nicht rechtzeitig an.',
  tooLarge: (bytes) => `Der Body ist größer als ${bytes / 1_024} KiB.`,
  mediaType: 'Senden Sie den Body als `Content-Type: application/json` in UTF-8, nicht komprimiert.',
  unreadable: 'Der Body ist nicht lesbar; siehe `details`.',
  notJson: 'muss gültiges JSON in UTF-8 sein',
  tooDeep: 'ist zu tief verschachtelt',
  hasProto: 'darf kein `__proto__` enthalten',
  namedTwice: (path) => `nennt \`${path}\` zweimal`,
  unsigned: 'Die Signatur passt nicht zum Body.',
  tooMany: (seconds) =>
    `Zu viele Anfragen. Versuchen Sie es in ${counted(seconds, 'Sekunde', 'Sekunden')} noch einmal.`,
  tooManyConnections: 'Diese Adresse hat zu viele offene Verbindungen. Bitte verwenden Sie sie mehrfach.',
  busy: 'Der Dienst ist sehr ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  unavailable: 'Der Dienst kann das gerade nicht. Bitte versuchen Sie es gleich noch einmal.',
  failed: 'Bei uns ist etwas schiefgegangen. Sie können es gefahrlos noch einmal versuchen.',
  metricsToken: 'Senden Sie das Metrik-Token als `Authorization: Bearer …`.',
  metricsHere:
    'Nur der Rechner, auf dem der Dienst läuft, darf das lesen, außer der Betreiber setzt METRICS_TOKEN.',
}

/** Use only letters of the GSM alphabet here (ä, ö, ü and ß belong to it): one other letter can double the cost. */
const sms: PersonTexts['sms'] = {
  sampleTitle: 'Dreisitzer-Sofa',
  code: (code) => `${code} ist Ihr Anmeldecode. Er gilt 10 Minuten. Geben Sie ihn nicht weiter.`,
  test: 'Das ist eine Test-SMS. Sie ist angekommen.',
  draft: {
    ready: 'Ihr Auftrag liegt bereit.',
    route: ({ pickup, dropoff }) => `von ${pickup} nach ${dropoff}`,
    total: (cents) => `Gesamt ${euros(cents)}.`,
    open: 'Prüfen und bestätigen:',
    app: 'Laden Sie die App, falls sie fehlt.',
    noApp: 'Keine App nötig.',
  },
}

export const de: PersonTexts = {
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
