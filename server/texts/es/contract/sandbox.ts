/** The texts of `contract/sandbox/`, by the English text. */
export const sandboxTexts: Record<string, string> = {
  'List the stories': 'Lista las historias',
  'The customers who act by themselves, by their phone number.':
    'Los clientes que actúan por sí solos, por su número de teléfono.',
  'The stories.': 'Las historias.',
  'Create a job with this `customer_phone`.': 'Crea un encargo con este `customer_phone`.',
  'The status at the end; `gone` when the draft was deleted, `as_you_leave_it` where you move the job.':
    'El estado al final; `gone` si el borrador se eliminó, `as_you_leave_it` donde tú mueves el encargo.',
  'What happens; times count from the creation.': 'Qué pasa; los tiempos cuentan desde la creación.',
  '`test_key_required`: a live key. `unauthorized`: the key does not work any more.':
    '`test_key_required`: una clave de producción. `unauthorized`: la clave ya no funciona.',
  'Read the clock': 'Lee el reloj',
  'The clock of a world of this key. It stays still until a call moves it.':
    'El reloj de un mundo de esta clave. Está parado hasta que una llamada lo mueve.',
  'The clock.': 'El reloj.',
  'The time that it shows, on the clock of the sandbox (ISO 8601, UTC).':
    'La hora que marca, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'How far this clock is ahead of the real one now; below 0 where it is behind.':
    'Cuánto va ahora este reloj por delante del real; menos de 0 si va por detrás.',
  'The `type` of the step that is expected, such as `accepted`; a hold may be refused instead.':
    'El `type` del suceso que se espera, como `accepted`; en su lugar puede rechazarse una retención.',
  'In words. They may change.': 'Con palabras, que pueden cambiar.',
  'What happens next by itself, if anything. For an accepted job, the clock alone tells of renewals of its hold.':
    'Lo próximo que pasa por sí solo, si lo hay. De un encargo aceptado, solo el reloj anuncia las renovaciones de su retención.',
  'Move the clock forward': 'Adelanta el reloj',
  'Send exactly one of `advance_seconds` and `to`: `next`, `end`, or an instant that is later than `now`. `end` is the end of all stories, or with `job_id` of the story of that job. Everything that falls due on the way happens in its order, and the answer lists it. The timestamps that you have read stay as they were.':
    'Envía exactamente uno de los dos: `advance_seconds` o `to`, con `next`, `end` o un instante posterior a `now`. `end` es el final de todas las historias o, con `job_id`, de la de ese encargo. Todo lo que vence por el camino pasa en su orden, y la respuesta lo lista. Los instantes que ya has leído no cambian.',
  '`next`, `end`, or an instant (ISO 8601) at most 30 days ahead.':
    '`next`, `end` o un instante (ISO 8601) de aquí a 30 días como máximo.',
  'The clock, and what happened.': 'El reloj, y lo que ha pasado.',
  'When it happened, on the clock of the sandbox (ISO 8601, UTC).':
    'Cuándo pasó, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'Whole seconds since the creation of the job.': 'Segundos enteros desde la creación del encargo.',
  '`customer`, `carrier`, `partner` or `system`.': '`customer`, `carrier`, `partner` o `system`.',
  'What happened, for programs.': 'Qué ha pasado, para programas.',
  'In words, such as `accepted` or `capture refused`. They may change.':
    'Con palabras, como `accepted` o `capture refused`. Pueden cambiar.',
  'The money that it is about, such as the hold or the fee of a cancellation; null where it is about none.':
    'El dinero del que se trata, como la retención o el coste de una cancelación; null si no se trata de dinero.',
  'The status of the job after it; null where the job is gone.':
    'El estado del encargo después; null si el encargo ya no existe.',
  'Everything that happened, in its order.': 'Todo lo que ha pasado, en su orden.',
  'Over 0 when the call ended early, after 200 acts or 20 s: send it as `advance_seconds`, or `to` with `end` again.':
    'Mayor que 0 si la llamada terminó antes de tiempo, tras 200 sucesos o 20 s: envíalo como `advance_seconds`, o vuelve a enviar `to` con `end`.',
  '`validation_error`: `details` names `advance_seconds` when it is not a number from 0.001 to 2592000; `to` when it is neither `next` nor `end` nor an instant that is later than `now` and at most 30 days ahead; `job_id` when it is sent without `end`; `body` when not exactly one of both is sent, or when the clock is ten years ahead.':
    '`validation_error`: `details` nombra `advance_seconds` si no es un número de 0.001 a 2592000; `to` si no es ni `next` ni `end` ni un instante posterior a `now` y de aquí a 30 días como máximo; `job_id` si se envía sin `end`; `body` si no se envía exactamente uno de los dos, o si el reloj va diez años por delante.',
  '`move_not_possible`: `moves` lists what is. `world_busy`: another call moves this world, or two other worlds are being moved; try again after `Retry-After`.':
    '`move_not_possible`: `moves` lista lo que es posible. `world_busy`: otra llamada está moviendo este mundo, o se mueven otros dos; reintenta después de `Retry-After`.',
  '`move_not_possible` or `world_busy`.': '`move_not_possible` o `world_busy`.',
  'Possible now.': 'Posibles ahora.',
  'List the jobs': 'Lista los encargos',
  'The jobs of this world by pages of 100, the newest first. Drafts that have expired are gone.':
    'Los encargos de este mundo en páginas de 100, primero los más recientes. Los borradores caducados ya no están.',
  'The jobs.': 'Los encargos.',
  'Creation time, on the clock of the sandbox (ISO 8601, UTC).':
    'Momento de la creación, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'The title; the towns once the personal data of the job is removed.':
    'El título; las localidades, una vez eliminados los datos personales del encargo.',
  'Send it as `before` for the page after this one; null on the last page.':
    'Envíalo como `before` para recibir la página siguiente; null en la última.',
  'Look at a job': 'Mira un encargo',
  'What happened to a job of this world, and what can happen next.':
    'Qué le ha pasado a un encargo de este mundo, y qué puede pasar ahora.',
  'What people can do now.': 'Lo que las personas pueden hacer ahora.',
  '`not_found`: this world has no such job.': '`not_found`: este mundo no tiene ese encargo.',
  'Let the customer or the carrier act': 'Haz que actúe el cliente o el transportista',
  'Answers the job after the move, with the moves that are possible then. `pay` adds a card that behaves as `outcome` says; `publish` holds the total on it.':
    'Responde con el encargo después del paso y con los pasos posibles entonces. `pay` añade una tarjeta que se comporta como dice `outcome`; `publish` retiene el total en ella.',
  'Only for `pay`; `success` if absent.': 'Solo con `pay`; `success` si falta.',
  'Only for `rate`; `customer` if absent.': 'Solo con `rate`; `customer` si falta.',
  'Only for `rate`; 5 if absent.': 'Solo con `rate`; 5 si falta.',
  'The job after the move.': 'El encargo después del paso.',
  '`validation_error`: `details` names each of `do`, `outcome`, `by` and `stars` that has no value of its list or range. A move that exists but is not possible now is a 409.':
    '`validation_error`: `details` nombra cada uno de `do`, `outcome`, `by` y `stars` cuyo valor no está en su lista o en su intervalo. Un paso que existe pero no es posible ahora es un 409.',
  'Read the SMS': 'Lee los SMS',
  'The newest 100 SMS about the jobs of this world, the newest first. None was handed to a provider.':
    'Los 100 SMS más recientes sobre los encargos de este mundo, primero los más nuevos. Ninguno se entregó a un proveedor.',
  'The SMS.': 'Los SMS.',
  '`draft`: the link for the customer; `code`: the code of a sign-in; `notice`: news of the job.':
    '`draft`: el enlace para el cliente; `code`: el código para entrar; `notice`: novedades del encargo.',
  'The link in the SMS, if there is one.': 'El enlace del SMS, si lo hay.',
  'The code in the SMS, if there is one. A customer of the sandbox gets it; it signs nobody in.':
    'El código del SMS, si lo hay. Lo recibe un cliente del entorno de pruebas; no sirve para entrar.',
  '`pending`: tried again later. `unknown`: no answer came from the provider.':
    '`pending`: se reintenta más tarde. `unknown`: el proveedor no respondió.',
  'When it was written, on the clock of the sandbox (ISO 8601, UTC).':
    'Cuándo se escribió, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  '`not_found`: `job_id` names no job of this world, or a draft that was deleted.':
    '`not_found`: `job_id` no nombra ningún encargo de este mundo, o es un borrador que se eliminó.',
  'Use up calls': 'Gasta llamadas',
  'Counts calls on the window of this key under `/v1` until so many are left. With 0 the next call is answered 429 as it would be after real calls, until they leave the window: for 61 seconds at most.':
    'Cuenta llamadas en la ventana de esta clave en `/v1` hasta que queden tantas. Con 0, la siguiente llamada recibe un 429 como tras llamadas reales, hasta que salen de la ventana: 61 segundos como máximo.',
  'The window.': 'La ventana.',
  'Throw the world away': 'Borra el mundo',
  'Deletes the jobs of this world with all that belongs to them, its people, its clock and its name. The next call begins it again, at the real time.':
    'Elimina los encargos de este mundo con todo lo que les pertenece, sus personas, su reloj y su nombre. La llamada siguiente lo empieza de nuevo, a la hora real.',
  'The `Dray-World` of the call; null for the default world.':
    'El `Dray-World` de la llamada; null para el mundo por defecto.',
  'The names of the worlds of this key, at most 100.':
    'Los nombres de los mundos de esta clave, 100 como máximo.',
  'Only with `end`. A job without a story moves nothing.':
    'Solo con `end`. Un encargo sin historia no mueve nada.',
  'Optional, 1 to 64 letters, digits, `_` and `-`: a world of the sandbox, with its own jobs and clock. Without it, the call is about the default world of the key. A live key has none, so it has no effect there.':
    'Opcional, de 1 a 64 letras, cifras, `_` y `-`: un mundo del entorno de pruebas con encargos y reloj propios. Sin ella, la llamada trata del mundo por defecto de la clave. Una clave real no tiene mundos, así que ahí no tiene efecto.',
  'Gone.': 'Eliminado.',
  'Preview a price': 'Previsualiza un precio',
  'The price of a trip of a given distance, by your tariff in force, with each step and the numbers of that tariff. An estimate of a trip of that distance has the same price.':
    'El precio de un trayecto de una distancia dada, con tu tarifa vigente, cada paso del cálculo y los números de esa tarifa. La estimación de un trayecto de esa distancia tiene el mismo precio.',
  'Size of the job.': 'Tamaño del encargo.',
  'Distance by road; rounded to 0.1 km.': 'Distancia por carretera; se redondea a 0,1 km.',
  'The price, how it is made, and the terms that make it.':
    'El precio, cómo se calcula y las condiciones con las que se calcula.',
  'Kilometres that this tier charges.': 'Kilómetros que cobra este tramo.',
  'Price of a kilometre, in euros.': 'Precio de un kilómetro, en euros.',
  'Exact charge, up to three decimals, in euros.': 'Cargo exacto, con hasta tres decimales, en euros.',
  'The tiers that the trip reaches. `distance_charge_eur` is their sum, rounded.':
    'Los tramos que alcanza el trayecto. `distance_charge_eur` es su suma, redondeada.',
  'Floors without an elevator, at both ends.': 'Plantas sin ascensor, en los dos extremos.',
  'Price of a floor, in euros.': 'Precio de una planta, en euros.',
  'The fee is the minimum of the tariff, because the percentage is less.':
    'La comisión es el mínimo de la tarifa, porque el porcentaje da menos.',
  'The price of each size, in euros.': 'El precio de cada tamaño, en euros.',
  'Kilometres that the price of the size includes.': 'Kilómetros que incluye el precio del tamaño.',
  'The kilometre of the trip at which the tier ends; null for the last tier.':
    'El kilómetro del trayecto en que termina el tramo; null en el último.',
  'Price of a kilometre in this tier, in euros.': 'Precio de un kilómetro en este tramo, en euros.',
  'By absolute kilometre, after those that are included.':
    'Por kilómetro absoluto, después de los incluidos.',
  'The price of each floor without an elevator, in euros.':
    'El precio de cada planta sin ascensor, en euros.',
  'The platform fee, in percent of the base price.':
    'La comisión de la plataforma, en porcentaje del precio base.',
  'The least platform fee, in euros.': 'La comisión mínima de la plataforma, en euros.',
  'Kept from the base price before the carrier gets it, in percent.':
    'Lo que se descuenta del precio base antes de que lo reciba el transportista, en porcentaje.',
  '`validation_error`: `details` names every refused field at once.':
    '`validation_error`: `details` nombra a la vez todos los campos rechazados.',
  'Preview an SMS': 'Previsualiza un SMS',
  'The SMS that the customer of such a job would get, composed as for a real draft, with the name of your company. Its link leads nowhere.':
    'El SMS que recibiría el cliente de un encargo así, compuesto como para un borrador real, con el nombre de tu empresa. Su enlace no lleva a ninguna parte.',
  'Title of the job.': 'Título del encargo.',
  'The SMS as the customer would get it.': 'El SMS tal como lo recibiría el cliente.',
  'Language of the SMS.': 'Idioma del SMS.',
  'Town of the pickup; `Madrid` if absent.': 'Localidad de la recogida; `Madrid` si falta.',
  'Town of the dropoff; `Zaragoza` if absent.': 'Localidad de la entrega; `Zaragoza` si falta.',
  'What the customer pays, in euros; 45.20 if absent.': 'Lo que paga el cliente, en euros; 45.20 si falta.',
  'Parts of the SMS, at most 4. A provider charges each of them as one SMS.':
    'Partes del SMS, 4 como máximo. Un proveedor cobra cada una como un SMS.',
  'How many more there would be with the accents that were dropped, because the GSM alphabet does not have them.':
    'Cuántas más habría con los acentos que se han quitado porque el alfabeto GSM no los tiene.',
  '`gsm`: 160 characters in one SMS. `ucs2`: 70, as the text has a character outside the GSM alphabet.':
    '`gsm`: 160 caracteres en un SMS. `ucs2`: 70, porque el texto tiene un carácter fuera del alfabeto GSM.',
}
