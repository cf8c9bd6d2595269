/** The texts of `contract/sandbox/`, by the English text. */
export const sandboxTexts: Record<string, string> = {
  'List the stories': 'Lista las historias',
  'The simulated customers who act without further calls, each with the phone number that chooses it.':
    'Los clientes simulados que actúan sin más llamadas, cada uno con el número de teléfono que lo elige.',
  'The stories.': 'Las historias.',
  'Create a job with this `customer_phone`.': 'Crea un encargo con este `customer_phone`.',
  'The last status of the job; `gone`: the draft is deleted; `as_you_leave_it`: you move the job yourself.':
    'El último estado del encargo; `gone`: el borrador se elimina; `as_you_leave_it`: tú mismo mueves el encargo.',
  'What happens, in words; times count from the creation of the job.':
    'Qué pasa, con palabras; los tiempos cuentan desde la creación del encargo.',
  '`test_key_required`: the key is a live key. `unauthorized`: the key is revoked, replaced, expired or inactive.':
    '`test_key_required`: la clave es de producción. `unauthorized`: la clave está revocada, sustituida, caducada o inactiva.',
  'Read the clock': 'Lee el reloj',
  'The clock of a world of this key. It stays still until a call moves it.':
    'El reloj de un mundo de esta clave. Está parado hasta que una llamada lo mueve.',
  'The clock.': 'El reloj.',
  'The time that it shows, on the clock of the sandbox (ISO 8601, UTC).':
    'La hora que marca, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'Seconds by which this clock is ahead of the real time now; below 0 if it is behind.':
    'Segundos que este reloj va ahora por delante de la hora real; menos de 0 si va por detrás.',
  'The `type` of the step that is expected, such as `accepted`; a hold may be refused instead.':
    'El `type` del suceso que se espera, como `accepted`; en su lugar puede rechazarse una retención.',
  'What is expected, in words. The words may change.': 'Lo que se espera, con palabras, que pueden cambiar.',
  'The next step that happens without a call; null if there is none. Only the `next` of the clock has the renewals of the hold of an accepted job.':
    'El próximo suceso que ocurre sin una llamada; null si no lo hay. Las renovaciones de la retención de un encargo aceptado solo están en el `next` del reloj.',
  'Move the clock forward': 'Adelanta el reloj',
  'Send exactly one of `advance_seconds` and `to`: `next`, `end`, or an instant that is later than `now`. `end` is the end of all stories, or with `job_id` of the story of that job. Everything that falls due on the way happens in its order, and the answer lists it. The timestamps that you have read stay as they were.':
    'Envía exactamente uno de los dos: `advance_seconds` o `to`, con `next`, `end` o un instante posterior a `now`. `end` es el final de todas las historias o, con `job_id`, de la de ese encargo. Todo lo que vence por el camino pasa en su orden, y la respuesta lo lista. Los instantes que ya has leído no cambian.',
  '`next`, `end`, or an instant (ISO 8601) at most 30 days ahead.':
    '`next`, `end` o un instante (ISO 8601) de aquí a 30 días como máximo.',
  'The clock, and what happened.': 'El reloj, y lo que ha pasado.',
  'When it happened, on the clock of the sandbox (ISO 8601, UTC).':
    'Cuándo pasó, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'Whole seconds since the creation of the job.': 'Segundos enteros desde la creación del encargo.',
  'Who caused it: `customer`, `carrier`, `partner` or `system`.':
    'Quién lo causó: `customer`, `carrier`, `partner` o `system`.',
  'The type of the step, for programs.': 'El tipo del suceso, para programas.',
  'What happened, in words, such as `accepted` or `capture refused`. The words may change.':
    'Qué ha pasado, con palabras, como `accepted` o `capture refused`. Las palabras pueden cambiar.',
  'The amount of money of this step, in euros, such as the hold or the fee of a cancellation; null for a step without money.':
    'El dinero de este suceso, en euros, como la retención o el coste de una cancelación; null si en el suceso no hay dinero.',
  'The status of the job after this step; null if the job was deleted.':
    'El estado del encargo después de este suceso; null si el encargo se eliminó.',
  'Everything that happened, in its order.': 'Todo lo que ha pasado, en su orden.',
  'Seconds that are left if the call ended early, after 200 acts or 20 s; else 0. Send them as `advance_seconds`, or send `to` with `end` again.':
    'Segundos que faltan si la llamada terminó antes de tiempo, tras 200 sucesos o 20 s; si no, 0. Envíalos como `advance_seconds`, o vuelve a enviar `to` con `end`.',
  '`validation_error`: `details` names `advance_seconds` when it is not a number from 0.001 to 2592000; `to` when it is neither `next` nor `end` nor an instant that is later than `now` and at most 30 days ahead; `job_id` when it is sent without `end`; `body` when `advance_seconds` and `to` are both sent or both absent, or when the clock is ten years ahead.':
    '`validation_error`: `details` nombra `advance_seconds` si no es un número de 0.001 a 2592000; `to` si no es ni `next` ni `end` ni un instante posterior a `now` y de aquí a 30 días como máximo; `job_id` si se envía sin `end`; `body` si se envían `advance_seconds` y `to` o no se envía ninguno de los dos, o si el reloj va diez años por delante.',
  '`move_not_possible`: `moves` lists the moves that are possible. `world_busy`: another call moves this world, or two other worlds are being moved; try again after `Retry-After`.':
    '`move_not_possible`: `moves` lista los pasos posibles. `world_busy`: otra llamada está moviendo este mundo, o se mueven otros dos; reintenta después de `Retry-After`.',
  '`move_not_possible` or `world_busy`.': '`move_not_possible` o `world_busy`.',
  'The moves that are possible now.': 'Los pasos que son posibles ahora.',
  'List the jobs': 'Lista los encargos',
  'The jobs of this world by pages of 100, the newest first. Expired drafts are not listed.':
    'Los encargos de este mundo en páginas de 100, primero los más recientes. Los borradores caducados no aparecen.',
  'The jobs.': 'Los encargos.',
  'Creation time, on the clock of the sandbox (ISO 8601, UTC).':
    'Momento de la creación, en el reloj del entorno de pruebas (ISO 8601, UTC).',
  'The title of the job; its towns after the personal data of the job was removed.':
    'El título del encargo; sus localidades, una vez eliminados sus datos personales.',
  'Send it as `before` for the page after this one; null on the last page.':
    'Envíalo como `before` para recibir la página siguiente; null en la última.',
  'Look at a job': 'Mira un encargo',
  'What happened to a job of this world, and what can happen next.':
    'Qué le ha pasado a un encargo de este mundo, y qué puede pasar ahora.',

  '`not_found`: this world has no such job.': '`not_found`: este mundo no tiene ese encargo.',
  'Let the customer or the carrier act': 'Haz que actúe el cliente o el transportista',
  'Answers the job after the move, with the moves that are possible then. `pay` adds a card that behaves as `outcome` says; `publish` holds the total on it.':
    'Responde con el encargo después del paso y con los pasos posibles entonces. `pay` añade una tarjeta que se comporta como dice `outcome`; `publish` retiene el total en ella.',
  'Only for `pay`; `success` if absent.': 'Solo con `pay`; `success` si falta.',
  'Only for `rate`; `customer` if absent.': 'Solo con `rate`; `customer` si falta.',
  'Only for `report_trip`: why the carrier cannot collect; `wrong_address` if absent. `breakdown` is possible at any time, the others from the beginning of an agreed time, and `customer_absent` 15 minutes later or 15 minutes after the acceptance, because the carrier waits for so long.':
    'Solo con `report_trip`: por qué el transportista no puede recoger; `wrong_address` si falta. `breakdown` es posible en cualquier momento, los demás desde el comienzo de una hora acordada, y `customer_absent` 15 minutos más tarde o 15 minutos después de aceptar, porque el transportista espera ese tiempo.',
  'Only for `answer_trip`: whether the customer agrees with the report; true if absent.':
    'Solo con `answer_trip`: si el cliente está de acuerdo con el aviso; true si falta.',
  'Only for `drive`: how much of the way from the pickup to the dropoff is behind the carrier; 100 if absent. The customer sees the position until the delivery.':
    'Solo con `drive`: qué parte del trayecto de la recogida a la entrega ha recorrido el transportista; 100 si falta. El cliente ve la posición hasta la entrega.',
  'Only for `rate`; 5 if absent.': 'Solo con `rate`; 5 si falta.',
  'The job after the move.': 'El encargo después del paso.',
  '`validation_error`: `details` names each of `do`, `outcome`, `by`, `stars`, `reason`, `agrees` and `way_percent` that has no value of its list or range. A move that exists but is not possible now is a 409.':
    '`validation_error`: `details` nombra cada uno de `do`, `outcome`, `by`, `stars`, `reason`, `agrees` y `way_percent` cuyo valor no está en su lista o en su intervalo. Un paso que existe pero no es posible ahora es un 409.',
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
  'Counts calls against the limit of this key under `/v1` until only `remaining` calls are left. With 0, the next call gets 429, as after real calls. The counted calls leave the window after 61 seconds at most.':
    'Cuenta llamadas en el límite de esta clave en `/v1` hasta que solo quedan `remaining` llamadas. Con 0, la siguiente recibe un 429, como tras llamadas reales. Las llamadas contadas salen de la ventana a los 61 segundos como máximo.',
  'The window.': 'La ventana.',
  'Delete the world': 'Borra el mundo',
  'Deletes the jobs of this world with all that belongs to them, its people, its clock and its name. The next call starts the world again, at the real time.':
    'Elimina los encargos de este mundo con todo lo que les pertenece, sus personas, su reloj y su nombre. La llamada siguiente lo empieza de nuevo, a la hora real.',
  'The `Dray-World` of the call; null for the default world.':
    'El `Dray-World` de la llamada; null para el mundo por defecto.',
  'The names of the worlds of this key, at most 100.':
    'Los nombres de los mundos de esta clave, 100 como máximo.',
  'Only with `end`. A job without a story moves nothing.':
    'Solo con `end`. Un encargo sin historia no mueve nada.',
  'Optional, 1 to 64 letters, digits, `_` and `-`: a world of the sandbox, with its own jobs and clock. Without it, the call is about the default world of the key. A live key has none, so it has no effect there.':
    'Opcional, de 1 a 64 letras, cifras, `_` y `-`: un mundo del entorno de pruebas con encargos y reloj propios. Sin ella, la llamada trata del mundo por defecto de la clave. Una clave real no tiene mundos, así que ahí no tiene efecto.',
  'Deleted.': 'Eliminado.',
  'Preview a price': 'Previsualiza un precio',
  'The price of a trip of a given distance, by your tariff in force, with each step and the numbers of that tariff. An estimate of a trip of that distance has the same price.':
    'El precio de un trayecto de una distancia dada, con tu tarifa vigente, cada paso del cálculo y los números de esa tarifa. La estimación de un trayecto de esa distancia tiene el mismo precio.',
  'Size of the job.': 'Tamaño del encargo.',
  'Distance by road; rounded to 0.1 km.': 'Distancia por carretera; se redondea a 0,1 km.',
  'The price, the steps of its calculation, and the terms of the tariff.':
    'El precio, los pasos de su cálculo y las condiciones de la tarifa.',
  'Kilometres that this tier charges.': 'Kilómetros que cobra este tramo.',
  'Price of a kilometre, in euros.': 'Precio de un kilómetro, en euros.',
  'Exact charge, up to three decimals, in euros.': 'Cargo exacto, con hasta tres decimales, en euros.',
  'The tiers that the trip reaches. `distance_charge_eur` is their sum, rounded.':
    'Los tramos que alcanza el trayecto. `distance_charge_eur` es su suma, redondeada.',
  'Floors without an elevator, at both ends.': 'Plantas sin ascensor, en los dos extremos.',
  'Price of a floor, in euros.': 'Precio de una planta, en euros.',
  'True: the fee is the minimum of the tariff, because the percentage gives less.':
    '`true`: la comisión es el mínimo de la tarifa, porque el porcentaje da menos.',
  'The price of each size, in euros.': 'El precio de cada tamaño, en euros.',
  'Kilometres that the price of the size includes.': 'Kilómetros que incluye el precio del tamaño.',
  'The kilometre of the trip at which the tier ends; null for the last tier.':
    'El kilómetro del trayecto en que termina el tramo; null en el último.',
  'Price of a kilometre in this tier, in euros.': 'Precio de un kilómetro en este tramo, en euros.',
  'The tiers count kilometres from the start of the trip; the included kilometres are not charged.':
    'Los tramos cuentan los kilómetros desde el inicio del trayecto; los incluidos no se cobran.',
  'The price of each floor without an elevator, in euros.':
    'El precio de cada planta sin ascensor, en euros.',
  'The platform fee, in percent of the base price.':
    'La comisión de la plataforma, en porcentaje del precio base.',
  'The minimum platform fee, in euros.': 'La comisión mínima de la plataforma, en euros.',
  'The part of the base price that the carrier does not receive, in percent.':
    'La parte del precio base que el transportista no recibe, en porcentaje.',
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
  'The number of parts that are saved because accents that are not in the GSM alphabet were dropped.':
    'El número de partes que se ahorran al quitar los acentos que el alfabeto GSM no tiene.',
  '`gsm`: 160 characters in one SMS. `ucs2`: 70, as the text has a character outside the GSM alphabet.':
    '`gsm`: 160 caracteres en un SMS. `ucs2`: 70, porque el texto tiene un carácter fuera del alfabeto GSM.',
}
