import { sizesInWords } from '#contract/size-words.ts'

/** The texts of `contract/partner.ts` and the texts it shares with the sandbox, by the English text. */
export const partnerTexts: Record<string, string> = {
  'Calls allowed in any 60 seconds.': 'Llamadas permitidas en 60 segundos cualesquiera.',
  'Calls left in the current window after this call. At 0, the next call gets 429.':
    'Llamadas que quedan en la ventana actual después de esta. Con 0, la siguiente recibe un 429.',
  'Unix time in seconds at which the oldest counted call leaves the window.':
    'Instante Unix, en segundos, en que la llamada contada más antigua sale de la ventana.',
  'Identifies this call in the logs of the service; quote it when you ask for support.':
    'Identifica esta llamada en los registros del servicio; indícalo cuando pidas ayuda.',
  'Estimate a price': 'Estima un precio',
  'Returns an approximate price before a job is created. The same input on create gives the same price unless the tariff changed in between.':
    'Devuelve un precio aproximado antes de crear un encargo. Los mismos datos al crearlo dan el mismo precio, salvo que la tarifa haya cambiado entretanto.',
  '`S` fits in a car, `M` needs a large trunk, `L` needs a small van, `XL` needs a large van.':
    '`S` cabe en un coche, `M` necesita un maletero grande, `L` una furgoneta pequeña y `XL` una furgoneta grande.',
  'Full address text; located automatically. A line break or a tab is read as `, `.':
    'La dirección completa en texto; se localiza automáticamente. Un salto de línea o un tabulador se lee como `, `.',
  'Floor of the door; used for the stairs charge.':
    'Planta de la puerta; con ella se calcula el cargo por escaleras.',
  'Whether there is an elevator; with one there is no stairs charge. Absent means no elevator.':
    'Si hay ascensor; con él no se cobran las escaleras. Si falta, no hay ascensor.',
  'The estimate.': 'La estimación.',
  'Job base price before the platform fee, in euros.':
    'Precio base del encargo, sin la comisión de la plataforma, en euros.',
  'Platform commission, in euros.': 'Comisión de la plataforma, en euros.',
  '`base_price_eur` + `platform_fee_eur`, in euros.': '`base_price_eur` + `platform_fee_eur`, en euros.',
  "The carrier's amount, in euros.": 'Lo que recibe el transportista, en euros.',
  'Price of the size, in euros.': 'Precio del tamaño, en euros.',
  'Distance by road, rounded to 0.1 km; the charge is computed from it. 0 when both ends are one address.':
    'Distancia por carretera, redondeada a 0,1 km; con ella se calcula el cargo. 0 si los dos extremos son la misma dirección.',
  'Charge for the distance, in euros.': 'Cargo por la distancia, en euros.',
  'Charge for floors without an elevator, in euros.': 'Cargo por las plantas sin ascensor, en euros.',
  'Surcharge fraction of the service; 0 for `mover_entregar`.':
    'Fracción de recargo del servicio; 0 en `mover_entregar`.',
  'Surcharge fraction of the urgency; 0 for `programado`.':
    'Fracción de recargo de la urgencia; 0 en `programado`.',
  'Driving, loading and stairs together.': 'Conducción, carga y escaleras, todo junto.',
  'Show this to your users: the price is approximate.':
    'Muéstraselo a tus usuarios: el precio es aproximado.',
  '`validation_error`: `details` names every refused field at once; the response to a malformed request has no `details`.':
    '`validation_error`: `details` nombra a la vez todos los campos rechazados; la respuesta a una petición mal formada no tiene `details`.',
  'The error code, for programs.': 'El código del error, para programas.',
  'The explanation of the error, for people.': 'La explicación del error, para personas.',
  'Each refused field with the reason. Keys are paths such as `size`, `pickup.address`, `photos[1]`; `body` when the body as a whole is not a JSON object.':
    'Cada campo rechazado, con el motivo. Las claves son rutas como `size`, `pickup.address` o `photos[1]`; `body` cuando el cuerpo entero no es un objeto JSON.',
  'With `rel="help"`: the paragraph of the guide that says what to do.':
    'Con `rel="help"`: el párrafo de la guía que dice qué hacer.',
  '`unauthorized`: `X-API-Key` is missing or invalid.': '`unauthorized`: falta `X-API-Key` o no es válida.',
  '`unauthorized`: the key is revoked, replaced, expired or inactive.':
    '`unauthorized`: la clave está revocada, sustituida, caducada o inactiva.',
  '`request_timeout`: the request did not arrive in time.':
    '`request_timeout`: la petición no llegó a tiempo.',
  '`payload_too_large`: the body is over 64 KiB.': '`payload_too_large`: el cuerpo supera los 64 KiB.',
  '`unsupported_media_type`: the body must be `application/json` in UTF-8, not compressed.':
    '`unsupported_media_type`: el cuerpo debe ser `application/json` en UTF-8, sin comprimir.',
  '`geocoding_failed`: `details` names the address that could not be located.':
    '`geocoding_failed`: `details` nombra la dirección que no se pudo localizar.',
  '`rate_limit_exceeded`: wait `Retry-After` seconds, 61 at most; waiting exactly that long succeeds.':
    '`rate_limit_exceeded`: espera los segundos de `Retry-After`, 61 como máximo; basta con esperar exactamente eso.',
  'Same value as the `Retry-After` header.': 'El mismo valor que la cabecera `Retry-After`.',
  'Seconds to wait before trying again.': 'Segundos que hay que esperar antes de reintentar.',
  '`validation_error`: the request headers are too large.':
    '`validation_error`: las cabeceras de la petición son demasiado grandes.',
  '`internal_error`: an error of the service. No change is partial. After a create request the job may still exist: repeat the request with the same `Idempotency-Key` or `external_reference`.':
    '`internal_error`: un fallo del servicio. Nada queda a medias. Tras una creación, el encargo puede existir de todos modos: repite la petición con la misma `Idempotency-Key` o `external_reference`.',
  '`service_unavailable`: the service, or a service that it depends on, is down; try again after `Retry-After`. A create request whose response was lost may have been stored: repeat it with the same `Idempotency-Key` or `external_reference`.':
    '`service_unavailable`: el servicio, u otro del que depende, no está disponible; reintenta después de `Retry-After`. Una creación cuya respuesta se perdió puede haberse guardado: repítela con la misma `Idempotency-Key` o `external_reference`.',
  'Create a draft job': 'Crea un borrador de encargo',
  'Locates both addresses, stores the photos, prices the job, writes the draft and texts the customer a link. It does not publish the job. If the request is refused, nothing is stored: no job, no SMS, no photo, and the reference stays free.':
    'Localiza las dos direcciones, guarda las fotos, calcula el precio, escribe el borrador y envía al cliente un SMS con un enlace. No publica el encargo. Si algo se rechaza, no se guarda nada: ni encargo, ni SMS, ni fotos, y la referencia sigue libre.',
  'Optional, 1 to 255 visible ASCII characters. The same key with the same body replays the first 201 for 24 hours. White space and the order of fields do not matter.':
    'Opcional, de 1 a 255 caracteres ASCII visibles. La misma clave con el mismo cuerpo repite el primer 201 durante 24 horas. Los espacios y el orden de los campos no cuentan.',
  'Your own identifier, unique among your jobs. Jobs without one (null or absent) never collide.':
    'Tu propio identificador, único entre tus encargos. Los encargos sin él (null o ausente) nunca chocan entre sí.',
  'Descriptive title; the customer reads it in the SMS.': 'Título descriptivo; el cliente lo lee en el SMS.',
  'Detailed description of the job or item.': 'Descripción detallada del encargo o del objeto.',
  [sizesInWords('en')]: sizesInWords('es'),
  "The customer's mobile number in E.164 format, with country code: the sign-in code is sent to it by SMS, which a landline does not receive. Premium-rate, shared-cost, toll-free, personal, pager and satellite numbers are refused, and so are those of countries that the operator does not text, and those with a digit that is dialled only inside the country, such as the 0 in +44 0.":
    'El móvil del cliente en E.164, con el prefijo del país: a él se envía por SMS el código para entrar, que un fijo no recibe. Se rechazan los números de tarificación especial, de coste compartido, gratuitos, personales, de buscapersonas y de satélite, los de países a los que el operador no envía SMS y los que tienen una cifra que solo se marca dentro del país, como el 0 de +44 0.',
  'Public image URL (JPEG, PNG, WebP, AVIF or GIF), at most 2 MB.':
    'URL pública de una imagen (JPEG, PNG, WebP, AVIF o GIF), de 2 MB como máximo.',
  'Downloaded, compressed and stored; all or none.':
    'Se descargan, se comprimen y se guardan; todas o ninguna.',
  'The draft.': 'El borrador.',
  'Unique job identifier.': 'Identificador único del encargo.',
  "The partner's own identifier, exactly as it was sent; null if none was sent.":
    'Tu propio identificador, exactamente como se envió; null si no se envió ninguno.',
  'Creation time (ISO 8601, UTC).': 'Momento de la creación (ISO 8601, UTC).',
  'Opens the draft in the app, on a phone where the app is installed. For a browser, use the link in the header `Link`.':
    'Abre el borrador en la app, en un teléfono que la tenga instalada. Para un navegador, usa el enlace de la cabecera `Link`.',
  'True: the SMS was accepted for sending. False: the header `X-SMS-Status` says whether it is sent later or never.':
    '`true`: el SMS se ha aceptado para su envío. `false`: la cabecera `X-SMS-Status` dice si se enviará más tarde o nunca.',
  'URLs of the stored copies, one per supplied photo.':
    'URL de las copias guardadas, una por cada foto enviada.',
  'What happens next, and what to do if the SMS was not sent.':
    'Qué pasa a continuación, y qué hacer si el SMS no se ha enviado.',
  'The draft is deleted at this time unless the customer finishes (ISO 8601, UTC).':
    'Si el cliente no termina, el borrador se elimina en este momento (ISO 8601, UTC).',
  'Where to read the status of the job.': 'Dónde se lee el estado del encargo.',
  'With `rel="alternate"`: the link of the SMS, which opens the draft in a browser. Show this one to your user.':
    'Con `rel="alternate"`: el enlace del SMS, que abre el borrador en un navegador. Este es el que debes mostrar a tu usuario.',
  'The status of the SMS, for programs. `sent`: it was accepted for sending. `retrying`: it is sent later. `refused`: it was refused, or a daily limit is reached, and it is not sent again; show your user the link. `unreachable`: the number receives no SMS, and so no sign-in code either; ask for a mobile number and create a new job with it. A replay has the value of the first response.':
    'El estado del SMS, para programas. `sent`: se ha aceptado para su envío. `retrying`: se enviará más tarde. `refused`: se ha rechazado o se ha llegado a un límite diario, y no se vuelve a enviar; muéstrale el enlace a tu usuario. `unreachable`: el número no recibe SMS, así que tampoco el código para entrar; pide un móvil y crea un encargo nuevo con él. Una respuesta repetida tiene el valor de la primera.',
  '`true` when this response repeats an earlier one.': '`true` cuando esta respuesta repite una anterior.',
  '`validation_error` with `details`, without them if the request is malformed; or, for a taken `external_reference`, a body with `detail` alone.':
    '`validation_error` con `details`, o sin ellos si la petición está mal formada; o, si la `external_reference` ya está en uso, un cuerpo solo con `detail`.',
  'Says that the `external_reference` is taken.': 'Dice que la `external_reference` ya está en uso.',
  'Only if the `external_reference` is taken: the URL of the job that has it. Use it to recover from a lost 201.':
    'Solo si la `external_reference` ya está en uso: la URL del encargo que la tiene. Úsala para recuperar un 201 perdido.',
  '`idempotency_key_in_progress`: the first call with this key has not finished.':
    '`idempotency_key_in_progress`: la primera llamada con esta clave no ha terminado.',
  '`geocoding_failed`: an address could not be located. `idempotency_key_reuse`: the key came with another body.':
    '`geocoding_failed`: no se pudo localizar una dirección. `idempotency_key_reuse`: la clave llegó con otro cuerpo.',
  'Read the status of a job': 'Lee el estado de un encargo',
  'Returns the current state of a job created with the calling key. Poll every 5 to 10 minutes at most; send `If-None-Match` to get 304 while nothing changed.':
    'Devuelve el estado actual de un encargo creado con la clave que llama. Consúltalo como mucho cada 5 a 10 minutos; con `If-None-Match` recibes un 304 mientras no cambie nada.',
  'The `ETag` of your last response.': 'El `ETag` de tu última respuesta.',
  'The job.': 'El encargo.',
  '`draft`: the customer has not finished in the app. `posted`: paid (held) and visible to carriers. `accepted`: a carrier has accepted; it stays so until it is delivered and paid. `completed`: delivered and paid. `cancelled`: by the customer, the carrier, the operator or the service.':
    '`draft`: el cliente no ha terminado en la app. `posted`: pagado (retenido) y visible para los transportistas. `accepted`: lo ha aceptado un transportista; sigue así hasta que se entrega y se cobra. `completed`: entregado y cobrado. `cancelled`: por el cliente, el transportista, el operador o el servicio.',
  'Last update time (ISO 8601, UTC).': 'Momento del último cambio (ISO 8601, UTC).',
  'Changes whenever the response changes.': 'Cambia siempre que cambia la respuesta.',
  'Always `private`.': 'Siempre `private`.',
  'Nothing changed since the `ETag` you sent.': 'Nada ha cambiado desde el `ETag` que enviaste.',
  'The `ETag` that you sent.': 'El `ETag` que enviaste.',
  '`validation_error`: the request is malformed.': '`validation_error`: la petición está mal formada.',
  '`unauthorized`: the job was not created with this key, or the key is revoked, replaced, expired or inactive.':
    '`unauthorized`: el encargo no se creó con esta clave, o la clave está revocada, sustituida, caducada o inactiva.',
  '`not_found`: no such job; it was deleted, or the draft expired.':
    '`not_found`: no existe ese encargo; se eliminó o el borrador caducó.',
}
